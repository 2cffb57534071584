"""The board: squares, their names, the lines on it and its symmetries (R1, R10).

Squares are numbered 0, 1, 2 … in reading order. These numbers are internal; users see names.
"""

from dataclasses import dataclass
from functools import cache
from string import ascii_lowercase, digits

MAX_SIDE = len(ascii_lowercase)
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


@dataclass(frozen=True, slots=True)
class Board:
    """A board of ``rows`` × ``cols`` squares.

    >>> Board(3, 3).name(0), Board(4, 4).name(6), Board(4, 4).square("c2")
    ('1', 'c2', 6)
    """

    rows: int
    cols: int

    @property
    def size(self) -> int:
        """The number of squares."""
        return self.rows * self.cols

    @property
    def squares(self) -> range:
        """All squares in reading order."""
        return range(self.size)

    @property
    def has_digit_names(self) -> bool:
        """True on 3×3 only: squares are named 1 to 9 (R1)."""
        return self.rows == self.cols == 3

    def name(self, square: int) -> str:
        """The name of a square: ``1`` … ``9`` on 3×3, otherwise column letter and row number."""
        return _names(self.rows, self.cols)[square]

    def square(self, name: str) -> int:
        """The square with this name. Raises ``KeyError`` if there is none."""
        return _squares(self.rows, self.cols)[name]

    def lines(self, length: int) -> tuple[tuple[int, ...], ...]:
        """All runs of ``length`` consecutive squares in a row, column or diagonal (R10)."""
        return _lines(self, length)

    def runs(self) -> tuple[tuple[int, ...], ...]:
        """Every row, column and diagonal from edge to edge, including those of one square (R14)."""
        return _runs(self)

    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The rotations and reflections of the board: 8 if it is square, otherwise 4.

        Each is a tuple that maps a square (its index) to its image.
        """
        return _symmetries(self)

    def at(self, row: int, col: int) -> int | None:
        """The square at a row and column, both from 0; None if outside the board."""
        inside = 0 <= row < self.rows and 0 <= col < self.cols
        return row * self.cols + col if inside else None


@cache
def _names(rows: int, cols: int) -> tuple[str, ...]:
    if Board(rows, cols).has_digit_names:
        return tuple(digits[1:])
    return tuple(
        f"{letter}{row}" for row in range(1, rows + 1) for letter in ascii_lowercase[:cols]
    )


@cache
def _squares(rows: int, cols: int) -> dict[str, int]:
    return {name: square for square, name in enumerate(_names(rows, cols))}


def _ray(board: Board, square: int, step: tuple[int, int]) -> list[int]:
    """The squares from ``square`` to the edge in direction ``step``, including ``square``."""
    row, col = divmod(square, board.cols)
    ray = []
    while (current := board.at(row, col)) is not None:
        ray.append(current)
        row, col = row + step[0], col + step[1]
    return ray


@cache
def _lines(board: Board, length: int) -> tuple[tuple[int, ...], ...]:
    rays = (_ray(board, square, step) for step in DIRECTIONS for square in board.squares)
    return tuple(tuple(ray[:length]) for ray in rays if len(ray) >= length)


@cache
def _runs(board: Board) -> tuple[tuple[int, ...], ...]:
    def is_start(square: int, step: tuple[int, int]) -> bool:
        row, col = divmod(square, board.cols)
        return board.at(row - step[0], col - step[1]) is None

    return tuple(
        tuple(_ray(board, square, step))
        for step in DIRECTIONS
        for square in board.squares
        if is_start(square, step)
    )


@cache
def _symmetries(board: Board) -> tuple[tuple[int, ...], ...]:
    rows, cols = board.rows, board.cols
    grid = [divmod(square, cols) for square in board.squares]
    maps = [
        tuple(
            (rows - 1 - r if flip_rows else r) * cols + (cols - 1 - c if flip_cols else c)
            for r, c in grid
        )
        for flip_rows in (False, True)
        for flip_cols in (False, True)
    ]
    if rows == cols:
        maps += [tuple(map_[c * cols + r] for r, c in grid) for map_ in maps]
    return tuple(maps)
