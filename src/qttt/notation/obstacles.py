"""What links and arrows avoid: the ink of marks, numbers and names, as circles, and rims."""

from collections.abc import Iterator
from typing import NamedTuple

from qttt.game import Player, player_of

from .theme import CAP, DIGIT, LARGE, LARGE_NUMBER, TILE, Cell, Layout, MarkSize, Point

X_RADIUS, O_RADIUS = 0.63, 0.5
"""Radii of the circles around an X and an O of height 1."""
DIGIT_RADIUS = 0.46
"""Radius of the circle around a digit of font size 1."""
NAME_RADIUS = 0.7
"""Radius of the circle around the name of a square of font size 1."""
NUMBER_INSET = 0.5
"""Distance of the number of a large mark from the edges of its tile, in font sizes."""


class Obstacles(NamedTuple):
    """Circles that cover ink, and the rims of marks."""

    ink: list[Cell]
    rims: list[Cell]


def small_mark_ink(mark: int, at: Point, size: MarkSize) -> Iterator[Cell]:
    """Yield circles that cover a small mark and its number."""
    yield _symbol_ink(mark, at, size.height)
    start = Point(at.x + size.at.x, at.y + size.at.y)
    yield from _number_ink(mark, start, size.number)


def large_mark_ink(mark: int, square: int, layout: Layout, *, has_number: bool) -> Iterator[Cell]:
    """Yield circles that cover a large mark, and its number if it is shown."""
    yield _symbol_ink(mark, layout.centre(square), LARGE)
    if has_number:
        x, y = layout.corner(square)
        inset = TILE - NUMBER_INSET * LARGE_NUMBER
        width = DIGIT * LARGE_NUMBER * len(str(mark))
        yield from _number_ink(mark, Point(x + inset - width, y + inset), LARGE_NUMBER)


def name_ink(layout: Layout) -> Iterator[Cell]:
    """Yield circles that cover the names of squares."""
    for _, at in layout.labels():
        yield Cell(at, NAME_RADIUS * layout.name_size)


def _symbol_ink(mark: int, at: Point, height: float) -> Cell:
    return Cell(at, height * (X_RADIUS if player_of(mark) is Player.X else O_RADIUS))


def _number_ink(mark: int, start: Point, size: float) -> Iterator[Cell]:
    for place in range(len(str(mark))):
        x, y = start.x + (place + 0.5) * DIGIT * size, start.y - CAP / 2 * size
        yield Cell(Point(x, y), DIGIT_RADIUS * size)
