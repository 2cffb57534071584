"""Boards that are not solved: numbers of positions on 4×4."""

from collections.abc import Iterator

from qttt.engine.enumeration import count_positions
from qttt.game import Rules

from .tables import Column, DataTable, Row

POSITIONS = DataTable(
    "positions",
    "Settled positions of the presets on 4×4 by number of marks, up to symmetry and labels.",
    "qttt book positions",
    (
        Column("rules", "text", "the preset"),
        Column("marks", "integer", "number of marks"),
        Column("positions", "text", "number of positions, with all digits"),
    ),
)
PRESETS = ("qubic4", "krist", "classic4")


def position_rows() -> Iterator[Row]:
    """Yield the rows of ``POSITIONS``."""
    for name in PRESETS:
        for marks, count in enumerate(count_positions(Rules.preset(name))):
            yield (name, marks, str(count))
