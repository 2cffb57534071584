"""Where everything is on a board of characters: geometry, without any colour.

::

    ┌1───────── a┬2───────────┐      the name and what is noted of a square are in its upper wall
    │ X₁  O₂     │            │
    │            │            │      a slot of `pitch` characters for each mark
    ├4───────────┼5───────────┤

On 3×3 mark *n* is always in the *n*-th of nine slots. On larger boards, where so many do not fit,
a square's marks take its slots in the order in which they came; since all the marks of a square
leave it together, none ever moves either.
"""

from dataclasses import dataclass

from qttt.game import Board

WALLS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
"""Every crossing of light and heavy walls: 27 up + 9 right + 3 down + left, 0 none to 2 heavy."""

MOST_HIGH = 9
"""Higher squares are only emptier."""

Region = tuple[int, int, int, int]
"""Left, top, width, height."""


@dataclass(frozen=True)
class Grid:
    """The layout of a board whose squares are ``width`` × ``height`` characters inside."""

    board: Board
    width: int
    height: int

    @classmethod
    def fitting(cls, board: Board, width: int, height: int) -> "Grid":
        """The largest that fits into so many columns and lines; if none does, the smallest."""
        high = max(2, min(MOST_HIGH, (height - 1) // board.rows - 1))
        wide = (width - 1) // board.cols - 1
        if board.has_digit_names:
            high = max(3, high - (high % 2 == 0))
            return cls(board, max(13, min(wide, 3 * high + 4) // 3 * 3 + 1), high)
        return cls(board, max(_pitch(board) + 3, min(wide, 3 * high)), high)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines of the whole board."""
        return self.board.cols * (self.width + 1) + 1, self.board.rows * (self.height + 1) + 1

    @property
    def is_fixed(self) -> bool:
        """True if each mark has a slot of its own, the same in every square."""
        return self.board.has_digit_names

    @property
    def pitch(self) -> int:
        """From one slot to the next."""
        return (self.width - 1) // 3 if self.is_fixed else _pitch(self.board)

    @property
    def across(self) -> int:
        """How many slots there are in a line of a square."""
        return 3 if self.is_fixed else max(1, (self.width - 1) // self.pitch)

    @property
    def slots(self) -> int:
        """How many slots a square has."""
        return 9 if self.is_fixed else self.across * self.height

    def corner(self, square: int) -> tuple[int, int]:
        """The first column and line inside a square."""
        row, col = divmod(square, self.board.cols)
        return col * (self.width + 1) + 1, row * (self.height + 1) + 1

    def region(self, square: int) -> Region:
        """A square with its walls."""
        x, y = self.corner(square)
        return x - 1, y - 1, self.width + 2, self.height + 2

    def slot(self, number: int) -> tuple[int, int]:
        """Where slot ``number`` (from 0) begins, from the corner of its square."""
        down, across = divmod(number, self.across)
        if self.is_fixed:
            step = (self.height + 1) // 3
            top = (self.height - 2 * step - 1) // 2
            return 1 + across * self.pitch, top + down * step
        return 1 + across * self.pitch, down

    def square_at(self, x: int, y: int) -> int | None:
        """The square at that column and line; its upper and left walls belong to it."""
        return self.board.at(y // (self.height + 1), x // (self.width + 1))

    def slot_at(self, x: int, y: int) -> int | None:
        """The slot of its square at that column and line."""
        square = self.square_at(x, y)
        if square is None:
            return None
        left, top = self.corner(square)
        for number in range(self.slots):
            column, line = self.slot(number)
            if y - top == line and 0 <= x - left - column < self.pitch:
                return number
        return None


def _pitch(board: Board) -> int:
    """A letter, a subscript, a sign, a space where the subscript is short."""
    return 2 + len(str(board.size))


def wall(up: int, right: int, down: int, left: int) -> str:
    """The character at a crossing of walls: 0 none, 1 light, 2 heavy.

    >>> wall(0, 1, 1, 0), wall(1, 1, 1, 1), wall(2, 1, 2, 1)
    ('┌', '┼', '╂')
    """
    return WALLS[27 * up + 9 * right + 3 * down + left]
