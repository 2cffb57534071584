"""Crossings of links with marks, numbers, names and each other, in pictures of random positions."""

from collections.abc import Iterator

from tests.laws.crossings import Crossings, crossings, random_positions

from .figures import Figure
from .positions import Dice

SIDES = (3, 4, 5, 6)
POSITIONS = 2500
"""On each board."""


def picture_crossings(count: int = POSITIONS) -> Iterator[Figure]:
    """Count crossings in ``count`` positions of each size; takes ten minutes."""
    for side in SIDES:
        board = f"{side}×{side}, {count} positions"
        dice = Dice(side)
        counts = [crossings(position) for position in random_positions(side, count, dice)]
        total = Crossings(*map(sum, zip(*counts, strict=True)))
        touched = sum(any(crossing[:3]) for crossing in counts)
        yield Figure(f"{board}: with a link on ink", touched, "positions")
        yield Figure(f"{board}: links on marks", total.marks, "")
        yield Figure(f"{board}: links on numbers", total.numbers, "")
        yield Figure(f"{board}: links on names", total.names, "")
        yield Figure(f"{board}: links that cross", total.links, "pairs")
