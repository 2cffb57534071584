"""Geometry of the board in characters.

::

    ┌1───────── a┬2───────────┐      the upper wall of a square shows its name and notes
    │ X₁  O₂     │            │
    │            │            │      a slot of `pitch` characters for each mark
    ├4───────────┼5───────────┤

On 3×3, mark *n* is always in the *n*-th of nine slots. On larger boards, the marks of a square take
slots in order of placement; as all marks of a square leave it together, they never move either.
"""

from dataclasses import dataclass

from qttt.game import Board

WALLS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
"""All crossings of walls: 27 up + 9 right + 3 down + left, each 0 (none) to 2 (heavy)."""

MAX_HEIGHT = 9
"""Maximum height of a square in lines."""

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
        """Return the largest layout that fits into a size in characters, or the smallest one."""
        high = max(2, min(MAX_HEIGHT, (height - 1) // board.rows - 1))
        wide = (width - 1) // board.cols - 1
        if board.has_digit_names:
            high = max(3, high - (high % 2 == 0))
            return cls(board, max(13, min(wide, 3 * high + 4) // 3 * 3 + 1), high)
        return cls(board, max(_pitch(board) + 3, min(wide, 3 * high)), high)

    @property
    def size(self) -> tuple[int, int]:
        """The columns and lines of the whole board."""
        return self.board.cols * (self.width + 1) + 1, self.board.rows * (self.height + 1) + 1

    @property
    def is_fixed(self) -> bool:
        """Whether each mark has the same slot in every square."""
        return self.board.has_digit_names

    @property
    def pitch(self) -> int:
        """The distance between slots in characters."""
        return (self.width - 1) // 3 if self.is_fixed else _pitch(self.board)

    @property
    def across(self) -> int:
        """The number of slots per line of a square."""
        return 3 if self.is_fixed else max(1, (self.width - 1) // self.pitch)

    @property
    def slots(self) -> int:
        """The number of slots of a square."""
        return 9 if self.is_fixed else self.across * self.height

    def corner(self, square: int) -> tuple[int, int]:
        """Return the first column and line inside a square."""
        row, col = divmod(square, self.board.cols)
        return col * (self.width + 1) + 1, row * (self.height + 1) + 1

    def region(self, square: int) -> Region:
        """Return the region of a square with its walls."""
        x, y = self.corner(square)
        return x - 1, y - 1, self.width + 2, self.height + 2

    def slot(self, number: int) -> tuple[int, int]:
        """Return the position of slot ``number`` (from 0) relative to the square's corner."""
        down, across = divmod(number, self.across)
        if self.is_fixed:
            step = (self.height + 1) // 3
            top = (self.height - 2 * step - 1) // 2
            return 1 + across * self.pitch, top + down * step
        return 1 + across * self.pitch, down

    def square_at(self, x: int, y: int) -> int | None:
        """Return the square at a position; upper and left walls are part of it."""
        return self.board.at(y // (self.height + 1), x // (self.width + 1))

    def slot_at(self, x: int, y: int) -> int | None:
        """Return the slot at a position."""
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
    """Return the width of a letter, a subscript and a sign."""
    return 2 + len(str(board.size))


def wall(up: int, right: int, down: int, left: int) -> str:
    """Return the character for a crossing of walls: 0 none, 1 light, 2 heavy.

    >>> wall(0, 1, 1, 0), wall(1, 1, 1, 1), wall(2, 1, 2, 1)
    ('┌', '┼', '╂')
    """
    return WALLS[27 * up + 9 * right + 3 * down + left]
