"""Boards in characters: geometry and drawing, independent of marks and of what a style is.

::

    ┌1───────── a┬2───────────┐      the upper wall of a square has labels at both ends
    │ X₁  O₂     │            │
    │            │            │      a slot of `pitch` characters for each mark
    ├4───────────┼5───────────┤
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, groupby
from typing import Generic, TypeVar

from qttt.copies import IndependentCopies
from qttt.game import Board

_WALLS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
"""All crossings of walls: 27 up + 9 right + 3 down + left, each 0 (none) to 2 (heavy)."""

S = TypeVar("S")
"""A style: an escape code, or an object of a terminal library."""


@dataclass(frozen=True)
class TextGrid:
    """The layout of a board whose squares are ``width`` characters wide inside.

    Squares are ``heights[row]`` lines high. Slots for marks are ``pitch`` characters apart,
    ``across`` in a line, with ``step`` lines from the line ``top`` on.
    """

    board: Board
    width: int
    heights: tuple[int, ...]
    pitch: int
    across: int
    step: int = 1
    top: int = 0

    @property
    def size(self) -> tuple[int, int]:
        """The columns and lines of the whole board."""
        return self.board.cols * (self.width + 1) + 1, self._walls[-1] + 1

    @cached_property
    def _walls(self) -> tuple[int, ...]:
        """The lines of the walls above each row and below the last."""
        return tuple(accumulate((height + 1 for height in self.heights), initial=0))

    def row_at(self, y: int) -> tuple[int, int]:
        """Return the row at a line and the line in it, which is 0 at its upper wall."""
        row = bisect_right(self._walls, y) - 1
        return row, y - self._walls[row]

    def corner(self, square: int) -> tuple[int, int]:
        """Return the first column and line inside a square."""
        row, col = divmod(square, self.board.cols)
        return col * (self.width + 1) + 1, self._walls[row] + 1

    def height(self, square: int) -> int:
        """Return the number of lines inside a square."""
        return self.heights[square // self.board.cols]

    def slots(self, square: int) -> int:
        """Return the number of slots of a square."""
        return ((self.height(square) - self.top - 1) // self.step + 1) * self.across

    def slot(self, number: int) -> tuple[int, int]:
        """Return the position of slot ``number`` (from 0) relative to the square's corner."""
        down, across = divmod(number, self.across)
        return 1 + across * self.pitch, self.top + down * self.step

    def square_at(self, x: int, y: int) -> int | None:
        """Return the square at a position; upper and left walls are part of it."""
        return self.board.at(self.row_at(y)[0], x // (self.width + 1)) if y >= 0 else None

    def slot_at(self, x: int, y: int) -> int | None:
        """Return the slot at a position."""
        if (square := self.square_at(x, y)) is None:
            return None
        left, top = self.corner(square)
        down, between = divmod(y - top - self.top, self.step)
        across = (x - left - 1) // self.pitch
        is_slot = 0 <= across < self.across and down >= 0 and not between
        return down * self.across + across if is_slot else None


@dataclass(frozen=True, slots=True)
class TextSquare(Generic[S]):
    """The drawing of a square.

    ``contents`` are texts at positions relative to its corner; ``labels`` are at the left end of
    its upper wall, ``corner`` is at the right end. ``emphasis`` above 0 makes its walls heavy;
    between squares, walls have the style of the greater one.
    """

    labels: Sequence[tuple[str, S]]
    contents: Sequence[tuple[int, int, str, S]]
    ground: S
    wall: S
    corner: tuple[str, S] | None = None
    emphasis: int = 0


@dataclass
class TextBoard(IndependentCopies, Generic[S]):
    """A board, drawn line by line on demand; ``outside`` is the style of the outer walls."""

    grid: TextGrid
    squares: Sequence[TextSquare[S]]
    unicode: bool = True
    _insides: dict[int, list[list[tuple[str, S]]]] = field(
        default_factory=dict, init=False, repr=False
    )

    def line(self, y: int) -> list[tuple[str, S]]:
        """Return the runs of text in one line of the board, with their styles."""
        row, inside = self.grid.row_at(y)
        cells = self._row_line(row, inside - 1) if inside else self._wall_line(row)
        return [
            ("".join(char for char, _ in run), style)
            for style, run in groupby(cells, key=lambda cell: cell[1])
        ]

    def _row_line(self, row: int, y: int) -> list[tuple[str, S]]:
        cells: list[tuple[str, S]] = []
        for col in range(self.grid.board.cols):
            weight = self._weight((row, col - 1), (row, col))
            cells.append(self._wall(weight, 0, weight, 0, (row, col - 1), (row, col)))
            cells += self._inside(row * self.grid.board.cols + col)[y]
        weight = self._weight((row, col))
        return [*cells, self._wall(weight, 0, weight, 0, (row, col))]

    def _inside(self, square: int) -> list[list[tuple[str, S]]]:
        if square not in self._insides:
            drawn = self.squares[square]
            blank = (" ", drawn.ground)
            block = [[blank] * self.grid.width for _ in range(self.grid.height(square))]
            for x, y, text, style in drawn.contents:
                _write(block[y], x, text, style)
            self._insides[square] = block
        return self._insides[square]

    def _wall_line(self, row: int) -> list[tuple[str, S]]:
        """Draw the wall above a row, with the labels of its squares."""
        cells: list[tuple[str, S]] = []
        for col in range(self.grid.board.cols + 1):
            nw, ne, sw, se = (row - 1, col - 1), (row - 1, col), (row, col - 1), (row, col)
            up, right = self._weight(nw, ne), self._weight(ne, se)
            down, left = self._weight(sw, se), self._weight(nw, sw)
            cells.append(self._wall(up, right, down, left, nw, ne, sw, se))
            if col < self.grid.board.cols:
                wall = [self._wall(0, right, 0, right, ne, se)] * self.grid.width
                cells += self._labelled(wall, self.grid.board.at(row, col))
        return cells

    def _labelled(self, wall: list[tuple[str, S]], square: int | None) -> list[tuple[str, S]]:
        if square is None:
            return wall
        drawn, x = self.squares[square], 0
        for text, style in drawn.labels:
            _write(wall, x, text, style)
            x += len(text)
        if drawn.corner:
            text, style = drawn.corner
            _write(wall, len(wall) - len(text), text, style)
        return wall

    def _weight(self, *places: tuple[int, int]) -> int:
        """Return the weight of the wall between squares: 0 outside the board, otherwise 1 or 2."""
        return max((1 + (square.emphasis > 0) for square in self._at(places)), default=0)

    def _wall(
        self, up: int, right: int, down: int, left: int, *places: tuple[int, int]
    ) -> tuple[str, S]:
        style = max(self._at(places), key=lambda square: square.emphasis).wall
        if self.unicode:
            return _WALLS[27 * up + 9 * right + 3 * down + left], style
        return ("+" if (up or down) and (left or right) else "|" if up else "-"), style

    def _at(self, places: Sequence[tuple[int, int]]) -> list[TextSquare[S]]:
        squares = (self.grid.board.at(*place) for place in places)
        return [self.squares[square] for square in squares if square is not None]


def _write(cells: list[tuple[str, S]], x: int, text: str, style: S) -> None:
    """Write text over the cells from ``x``, truncated at the end."""
    for place, char in enumerate(text[: max(0, len(cells) - x)], x):
        cells[place] = (char, style)
