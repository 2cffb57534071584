"""The folder of a match: a record for each finished game, and its settings.

The records are the state: a match that was killed goes on with the games that have none.
"""

import json
import re
from dataclasses import asdict
from pathlib import Path

from qttt.notation.files import replace_file

from .errors import FolderError
from .game import Settings
from .results import Played

SETTINGS = "match.json"
_RECORD = re.compile(r"game-([0-9]{5,})\.qtn")


class Folder:
    """The folder at ``path``, made if there is none.

    Raises ``FolderError`` if it belongs to a match with other settings or holds something else,
    and ``OSError`` if it cannot be used.
    """

    def __init__(self, path: Path, settings: Settings) -> None:
        self.path, self.settings = path, settings
        path.mkdir(parents=True, exist_ok=True)
        file = path / SETTINGS
        if not file.exists():
            if found := next(path.glob("*.qtn"), None):
                raise FolderError(f"{found} is there, but no {SETTINGS}: choose another folder")
            replace_file(file, json.dumps(asdict(settings), indent=2).encode() + b"\n")
        elif different := self._differences(file):
            raise FolderError(
                f"{path} holds a match with other settings ({different}): "
                "repeat those, or choose another folder"
            )

    def games(self) -> list[Played]:
        """All finished games. Raises ``FolderError`` if a record is none of this match."""
        return [self._game(path, int(number[1])) for path, number in self._records()]

    def save(self, number: int, text: str) -> None:
        """Keep the record of a game, whole or not at all."""
        replace_file(self.path / f"game-{number:05}.qtn", text.encode())

    def _records(self) -> list[tuple[Path, re.Match[str]]]:
        named = ((path, _RECORD.fullmatch(path.name)) for path in sorted(self.path.iterdir()))
        return [(path, match) for path, match in named if match]

    def _game(self, path: Path, number: int) -> Played:
        try:
            return Played.read(path.read_text("utf-8"), self.settings, number)
        except ValueError as error:
            message = getattr(error, "message", str(error))
            raise FolderError(
                f"{path} is no game of this match, {message}: delete it to have it played again"
            ) from error

    def _differences(self, file: Path) -> str:
        """Which settings the file says otherwise."""
        wanted = asdict(self.settings)
        try:
            found = json.loads(file.read_text("utf-8"))
            changed = {name: found[name] for name in wanted if found[name] != wanted[name]}
        except (ValueError, TypeError, KeyError) as error:
            raise FolderError(f"{file} cannot be read as the settings of a match") from error
        return ", ".join(f"{name} is {value!r}" for name, value in changed.items())
