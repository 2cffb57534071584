"""The folder of a tournament: its settings, and a record for each finished game.

The records are the whole state: a killed tournament resumes with the games that have no record.
"""

import json
import re
from dataclasses import asdict
from pathlib import Path

from qttt.notation.files import replace_file

from .errors import FolderError
from .game import TournamentSettings
from .results import GameResult

SETTINGS_FILE = "match.json"
_RECORD = re.compile(r"game-([0-9]{5,})\.qtn")


class TournamentFolder:
    """The folder at ``path``, created if missing.

    Raises:
        FolderError: The folder holds a tournament with other settings, or other records.
        OSError: The folder cannot be read or written.
    """

    def __init__(self, path: Path, settings: TournamentSettings) -> None:
        self.path, self.settings = path, settings
        path.mkdir(parents=True, exist_ok=True)
        file = path / SETTINGS_FILE
        if not file.exists():
            if record := next(path.glob("*.qtn"), None):
                raise FolderError(f"{record} exists, but no {SETTINGS_FILE}: choose another folder")
            replace_file(file, json.dumps(asdict(settings), indent=2).encode() + b"\n")
        elif different := self._differences(file):
            raise FolderError(
                f"{path} holds a tournament with other settings ({different}): "
                "repeat those, or choose another folder"
            )

    def games(self) -> list[GameResult]:
        """Read all finished games. Raises ``FolderError`` for a record of another tournament."""
        return [self._game(path, int(number[1])) for path, number in self._records()]

    def save(self, number: int, text: str) -> None:
        """Write the record of a game atomically."""
        replace_file(self.path / f"game-{number:05}.qtn", text.encode())

    def _records(self) -> list[tuple[Path, re.Match[str]]]:
        named = ((path, _RECORD.fullmatch(path.name)) for path in sorted(self.path.iterdir()))
        return [(path, match) for path, match in named if match]

    def _game(self, path: Path, number: int) -> GameResult:
        try:
            return GameResult.read(path.read_text("utf-8"), self.settings, number)
        except ValueError as error:
            message = getattr(error, "message", str(error))
            raise FolderError(
                f"{path} is not a game of this tournament: {message}; delete it to replay the game"
            ) from error

    def _differences(self, file: Path) -> str:
        expected = asdict(self.settings)
        try:
            stored = json.loads(file.read_text("utf-8"))
            if "patience" in stored:  # the former name
                stored["answer_timeout_s"] = stored["patience"]
            changed = {name: stored[name] for name in expected if stored[name] != expected[name]}
        except (ValueError, TypeError, KeyError) as error:
            raise FolderError(f"{file} cannot be read as the settings of a tournament") from error
        return ", ".join(f"{name} is {value!r}" for name, value in changed.items())
