"""Answers to questions of Allan Goff's site: sizes of ensembles, and places of single outcomes.

His program draws the classical ensemble of a game of nine marks in 32 rows and 16 columns, with a
place for each way in which the marks can land: X1 is in the upper or the lower half of two rows, X3
in that of four, and so on to X9; O2 to O8 are left or right in the same way. Up or left is the
square of a mark that was clicked first.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from qttt.engine.enumeration import count_ensembles
from qttt.game import Collapse, Node, Placement, Position, Rules
from qttt.notation import format_goff

from .tables import Column, DataTable, Row

ENSEMBLES = DataTable(
    "ensembles",
    "Settled positions of `goff` by number of marks and of realities, up to symmetry and labels.",
    "qttt book goff",
    (
        Column("marks", "integer", "number of marks"),
        Column("realities", "integer", "size of the classical ensemble"),
        Column("positions", "integer", "number of positions"),
    ),
)
PLACES = DataTable(
    "places",
    "The places of nine marks on Goff's drawing of the ensemble, with a game that ends there.",
    "qttt book goff",
    (
        Column("row", "integer", "row of the place, from 1"),
        Column("column", "integer", "column of the place, from 1"),
        Column("sorted", "text", "whether a game ends there with smaller squares first: yes, no"),
        Column("game", "text", "a shortest game that leaves only this place, as Goff's string"),
    ),
)
MARKS = 9

Sides = Sequence[bool]
"""For each mark of a game, whether it lands on the second square of its pair."""


def ensemble_rows() -> Iterator[Row]:
    """Yield the rows of ``ENSEMBLES``."""
    for marks, counts in enumerate(count_ensembles(Rules())):
        for realities, count in counts.items():
            yield (marks, realities, count)


def place_rows() -> Iterator[Row]:
    """Yield the rows of ``PLACES``."""
    for sides in product((False, True), repeat=MARKS):
        is_sorted = len(set(sides)) > 1
        yield (*place_of(sides), "yes" if is_sorted else "no", game_at(sides))


def place_of(sides: Sides) -> tuple[int, int]:
    """Return row and column of a place, from 1."""
    row, column = (sum(side << n for n, side in enumerate(sides[k::2])) for k in range(2))
    return row + 1, column + 1


def game_at(sides: Sides) -> str:
    """Return a game whose only outcome has this place, with one collapse, as Goff's string.

    The smaller square of each pair is first, unless all marks land on the same side: the mark on
    the first or on the last square cannot do that. Then O2 is written the other way round.
    """
    if len(set(sides)) > 1:
        return format_goff(_game(sides))
    wanted = [side != (mark == 2) for mark, side in enumerate(sides, 1)]
    node = _game(wanted)
    a, b = Placement(*node.path[2].position.marks[1])  # type: ignore[misc]  # still quantum
    first, second = f"O2+({a + 1},{b + 1})", f"O2+({b + 1},{a + 1})"
    return format_goff(node).replace(first, second)


def _game(sides: Sides) -> Node:
    """Play the game of ``game_at``; smaller squares are first, and not all sides are equal.

    The mark that closes the loop lands on one end of the board, and a mark of the other side on the
    other end. All others are between, each paired with the end that leaves it on its side. The loop
    is these two marks if they differ in their players, otherwise a third joins them, because the
    drawing does not show the subscripts of marks.
    """
    last = len(sides)
    others = [mark for mark in range(1, last) if sides[mark - 1] != sides[-1]]
    far = max(others, key=lambda mark: (last - mark) % 2)
    between = [mark for mark in range(1, last) if mark != far]
    square = {last: last - 1, far: 0, **{mark: n for n, mark in enumerate(between, 1)}}
    third = next(mark for mark in between if (last - mark) % 2)
    end = {mark: 0 if sides[mark - 1] == sides[-1] else last - 1 for mark in square}
    end[last] = 0 if (last - far) % 2 else square[third]
    node = Node(Position())
    for mark in range(1, last + 1):
        pair = square[mark], end[mark]
        node = node.play(Placement(*(pair if sides[-1] else (last - 1 - n for n in pair))))
    return node.play(Collapse(last - 1 if sides[-1] else 0))
