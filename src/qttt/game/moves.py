"""Players, marks and the two kinds of move: a placement and a collapse (R2, R3, R8)."""

from enum import StrEnum
from typing import NamedTuple

Pair = tuple[int, int]
"""The squares of a quantum mark, the smaller first."""

Place = int | Pair
"""The square of a classical mark, or the two of a quantum mark."""


class Player(StrEnum):
    """X places the odd marks, O the even ones."""

    X = "X"
    O = "O"  # noqa: E741  the game's own name

    @property
    def other(self) -> "Player":
        """The opponent."""
        return Player.O if self is Player.X else Player.X


def player_of(mark: int) -> Player:
    """Return the owner of a mark, given by its subscript (from 1)."""
    return Player.X if mark % 2 else Player.O


def mark_name(mark: int) -> str:
    """The written form of a mark.

    >>> mark_name(1), mark_name(2)
    ('X1', 'O2')
    """
    return f"{player_of(mark)}{mark}"


class Placement(tuple[int, int]):
    """A placement of the next mark in two squares, or whole in one if both are equal (R3, R4).

    The squares are sorted: the smaller comes first.

    >>> Placement(4, 0)
    Placement(0, 4)
    """

    __slots__ = ()

    def __new__(cls, first: int, second: int) -> "Placement":
        """Sort the squares."""
        pair = (first, second) if first <= second else (second, first)
        return tuple.__new__(cls, pair)

    def __getnewargs__(self) -> tuple[int, int]:
        return (self[0], self[1])

    def __repr__(self) -> str:
        return f"Placement({self[0]}, {self[1]})"

    @property
    def is_whole(self) -> bool:
        """True if the mark goes into one square."""
        return self[0] == self[1]


class Collapse(NamedTuple):
    """A collapse of the pending loop: its closing mark lands on ``square`` (R8)."""

    square: int


Move = Placement | Collapse
"""One ply, made by a player or by chance."""
