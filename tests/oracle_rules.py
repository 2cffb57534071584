"""Switches and presets of the test oracle, transcribed from the specification."""

from typing import NamedTuple


class Game(NamedTuple):
    """The switches, named as in the specification."""

    rows: int = 3
    cols: int = 3
    line: int | None = 3
    marks: str = "quantum"
    pair_loops: str = "allowed"
    chooser: str = "other"
    last_square: str = "forced"
    ends: str = "line"
    scoring: str = "goff"

    @property
    def squares(self) -> range:
        return range(self.rows * self.cols)


_KRIST = Game(rows=4, cols=4, line=None, ends="full", scoring="krist")
PRESETS = {
    "goff": Game(),
    "complete": Game(scoring="complete"),
    "closer": Game(chooser="closer"),
    "no-pair-loops": Game(pair_loops="forbidden"),
    "qubic3": Game(chooser="chance", scoring="match"),
    "qubic4": Game(rows=4, cols=4, line=4, chooser="chance", scoring="match"),
    "qubic5": Game(rows=5, cols=5, line=4, chooser="chance", scoring="match"),
    "krist": _KRIST,
    "classic3": Game(marks="classical", scoring="winner"),
    "classic4": Game(rows=4, cols=4, line=4, marks="classical", scoring="winner"),
}


def is_sound(game: Game) -> bool:
    """Whether the switches are valid: exactly these must be accepted by the code under test."""
    if not (1 <= game.rows <= 26 and 1 <= game.cols <= 26 and game.rows * game.cols >= 2):
        return False
    if game.marks == "classical":
        collapse = (game.chooser, game.pair_loops, game.last_square)
        if collapse != ("other", "allowed", "forced"):
            return False
    if game.scoring == "krist":
        return game.line is None and game.ends == "full"
    if game.line is None or not 2 <= game.line <= max(game.rows, game.cols):
        return False
    return game.scoring != "goff" or (game.rows, game.cols, game.line) == (3, 3, 3)


def parse_rules(text: str) -> Game:
    """Parse a preset and changes: ``krist rows=5 cols=5``."""
    name, *changes = text.split()
    values = dict(change.split("=") for change in changes)
    typed = {
        key: int(value) if key in ("rows", "cols", "line") else value
        for key, value in values.items()
    }
    return PRESETS[name]._replace(**typed)  # type: ignore[arg-type]
