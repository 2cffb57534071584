"""Players, marks and the two kinds of move: a placement and a collapse (R2, R3, R8)."""

from enum import StrEnum
from operator import index

from .arguments import wrong_type

Pair = tuple[int, int]
"""The squares of a quantum mark, from 0, the smaller first."""

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
    try:
        return Player.X if mark % 2 else Player.O
    except TypeError:
        raise wrong_type("mark", "an int", mark) from None


def mark_name(mark: int) -> str:
    """The written form of a mark.

    >>> mark_name(1), mark_name(2)
    ('X1', 'O2')
    """
    return f"{player_of(mark)}{mark}"


class Placement(tuple[int, int]):
    """A placement of the next mark in two squares, or whole in one if both are equal (R3, R4).

    Squares count from 0 in reading order; in text they are named, on 3×3 from 1. They are sorted:
    the smaller comes first.

    >>> Placement(4, 0)  # in text: 15
    Placement(0, 4)
    """

    __slots__ = ()

    def __new__(cls, first: int, second: int) -> "Placement":
        """Sort the squares."""
        try:
            a, b = index(first), index(second)
        except TypeError:
            raise _no_square(first, second) from None
        return tuple.__new__(cls, (a, b) if a <= b else (b, a))

    def __getnewargs__(self) -> tuple[int, int]:
        return (self[0], self[1])

    def __repr__(self) -> str:
        return f"Placement({self[0]}, {self[1]})"

    @property
    def is_whole(self) -> bool:
        """True if the mark goes into one square."""
        return self[0] == self[1]


class Collapse(tuple[int]):
    """A collapse of the pending loop: its closing mark lands on ``square``, from 0 (R8)."""

    __slots__ = ()

    def __new__(cls, square: int) -> "Collapse":
        """Check the square."""
        try:
            return tuple.__new__(cls, (index(square),))
        except TypeError:
            raise _no_square(square) from None

    def __getnewargs__(self) -> tuple[int]:
        return (self[0],)

    def __repr__(self) -> str:
        return f"Collapse(square={self[0]})"

    @property
    def square(self) -> int:
        """The square on which the closing mark lands, from 0."""
        return self[0]


Move = Placement | Collapse
"""One ply, made by a player or by chance."""

MoveLike = Move | Pair
"""What functions accept as a move: a pair of squares is a placement."""


def as_move(move: object) -> Move:
    """Return a pair of squares as a placement, and a move as it is.

    Raises ``TypeError`` for anything else.
    """
    if isinstance(move, Placement | Collapse):
        return move
    if isinstance(move, tuple) and len(move) == 2:
        return Placement(*move)
    text = "qttt.parse_move reads text" if isinstance(move, str) else ""
    raise wrong_type("move", "a Placement, a Collapse or a pair of squares", move, text)


def _no_square(*squares: object) -> TypeError:
    wrong = next(square for square in squares if not hasattr(type(square), "__index__"))
    return wrong_type("a square", "an int", wrong, "squares count from 0, in reading order")
