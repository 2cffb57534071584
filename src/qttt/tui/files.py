"""Saved games: where they go, and what is said about a file that was read."""

from itertools import count
from pathlib import Path

from qttt.play import Match, Recovered, save

from .dialogs import SUFFIX


class ReplacesError(ValueError):
    """A file of that name is there already."""


class Saver:
    """Saves a match; what another game is in is replaced only if asked for twice."""

    def __init__(self, match: Match, own: Path | None) -> None:
        self._match = match
        self._may_replace = {own}
        self.path: Path | None = None

    def __call__(self, path: Path) -> None:
        """Save to ``path``. Raises ``ReplacesError`` once, and what ``play.save`` raises."""
        if path.exists() and path not in self._may_replace:
            self._may_replace.add(path)
            raise ReplacesError(f"{path} is there already: save again to replace it")
        save(self._match, path)
        self.path = path


def free_name(folder: Path) -> Path:
    """A name for a new file: the first of ``game.qtn``, ``game-2.qtn`` … that is not taken."""
    names = (folder / f"game{f'-{number}' * (number > 1)}{SUFFIX}" for number in count(1))
    return next(path for path in names if not path.exists())


def told(path: Path, read: Recovered) -> str:
    """What a person should know about a file that was opened."""
    if read.repaired:
        bytes_ = (
            "1 damaged byte was" if read.repaired == 1 else f"{read.repaired} damaged bytes were"
        )
        return f"{path.name} is open; {bytes_} repaired: save it again"
    if not read.armoured:
        return f"{path.name} is open; it has no armour, so damage could not have been seen"
    return f"{path.name} is open"
