"""Saving games, and messages about opened files."""

from itertools import count
from pathlib import Path

from qttt.play import LoadedMatch, Match, save

from .dialogs import SUFFIX


class ReplacesError(ValueError):
    """The file exists already."""


class Saver:
    """Saves a match; another game's file is replaced only on the second attempt."""

    def __init__(self, match: Match, own: Path | None) -> None:
        self._match = match
        self._may_replace = {own}
        self.path: Path | None = None

    def __call__(self, path: Path) -> None:
        """Save to ``path``. Raises ``ReplacesError`` the first time, or an error of ``save``."""
        if path.exists() and path not in self._may_replace:
            self._may_replace.add(path)
            raise ReplacesError(f"{path} exists already: save again to replace it")
        save(self._match, path)
        self.path = path


def free_name(folder: Path) -> Path:
    """Return the first of ``game.qtn``, ``game-2.qtn`` … that does not exist."""
    names = (folder / f"game{f'-{number}' * (number > 1)}{SUFFIX}" for number in count(1))
    return next(path for path in names if not path.exists())


def opened_message(path: Path, read: LoadedMatch) -> str:
    """Return the message about an opened file."""
    if read.repaired_bytes:
        bytes_ = (
            "1 damaged byte was"
            if read.repaired_bytes == 1
            else f"{read.repaired_bytes} damaged bytes were"
        )
        return f"{path.name} is open; {bytes_} repaired: save it again"
    if not read.armoured:
        return f"{path.name} is open; it has no armour, so damage cannot be detected"
    return f"{path.name} is open"
