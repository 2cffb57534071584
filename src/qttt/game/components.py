"""Connected components of squares, as trees in which each square has a square above it.

The one at the top, the root, has itself. Joining takes a few steps, whatever the size of the board.
"""

from collections.abc import Iterable

from .moves import Pair


def join_squares(squares: int, pairs: Iterable[Pair]) -> list[int]:
    """Return the square above each square, after joining the squares of each pair."""
    above = list(range(squares))
    for a, b in pairs:
        join(above, a, b)
    return above


def join(above: list[int], a: int, b: int) -> bool:
    """Join the components of two squares; False if they were joined already."""
    top, other = root_of(above, a), root_of(above, b)
    above[other] = top
    return top != other


def root_of(above: list[int], square: int) -> int:
    """Return the root of a square, and halve its path."""
    while above[square] != square:
        above[square] = above[above[square]]
        square = above[square]
    return square
