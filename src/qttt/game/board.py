"""The board: squares, their names, the lines on it and its symmetries (R1, R10).

Squares are numbered 0, 1, 2 … in reading order. Code uses these numbers, text and pictures names.
"""

from dataclasses import dataclass
from functools import cache
from string import ascii_lowercase, digits

from .arguments import checked, wrong_type

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
        try:
            return _names(self.rows, self.cols)[square]
        except (KeyError, TypeError):
            raise self._no_square(square) from None

    def square(self, name: str) -> int:
        """The square with this name. Raises ``KeyError`` if there is none."""
        try:
            return _squares(self.rows, self.cols)[name]
        except (KeyError, TypeError):
            raise self._no_square(name) from None

    def _no_square(self, square: object) -> KeyError | TypeError:
        names = _names(self.rows, self.cols)
        last = self.size - 1
        if isinstance(square, int | str):
            return KeyError(
                f"no square {square!r} on {self.rows}×{self.cols}: squares are 0 to {last}, "
                f"named {names[0]} to {names[last]}"
            )
        return wrong_type("square", "an int, or a str of its name", square)

    def lines(self, length: int) -> tuple[tuple[int, ...], ...]:
        """All runs of ``length`` consecutive squares in a row, column or diagonal (R10)."""
        try:
            return _lines(self, length)
        except TypeError:
            raise wrong_type("length", "an int", length) from None

    def runs(self) -> tuple[tuple[int, ...], ...]:
        """Every row, column and diagonal from edge to edge, including those of one square (R14)."""
        return _runs(self)

    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The rotations and reflections of the board: 8 if it is square, otherwise 4.

        Each is a tuple that maps a square (its index) to its image.
        """
        return _symmetries(self)

    @checked
    def at(self, row: int, col: int) -> int | None:
        """The square at a row and column, both from 0; None if outside the board."""
        inside = 0 <= row < self.rows and 0 <= col < self.cols
        return row * self.cols + col if inside else None


@cache
def _names(rows: int, cols: int) -> dict[int, str]:
    if Board(rows, cols).has_digit_names:
        return dict(enumerate(digits[1:]))
    names = (f"{letter}{row}" for row in range(1, rows + 1) for letter in ascii_lowercase[:cols])
    return dict(enumerate(names))


@cache
def _squares(rows: int, cols: int) -> dict[str, int]:
    return {name: square for square, name in _names(rows, cols).items()}


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
