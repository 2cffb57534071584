"""Lengths, layout and colours of pictures.

::

    ├MARGIN┼───────── TILE ─────────┼GAP┤
           ╭────────────────────────╮   ╭───
           │ 1                      │   │ 2       the square's name; on boards other than 3×3
           │                        │   │         letters and numbers are in the margin
           │     X₁          O₂     │   │
           │                        │   │         the marks of a square share it: one is in the
           │           X₃           │   │         middle, two are side by side, more are in rows
           │                        │   │
           ╰────────────────────────╯   ╰───
           ╭────────────────────────╮
           │      ╲        ╱        │
           │        ╲    ╱          │             a classical mark fills the tile, its subscript
           │          ╳             │             at the lower right
           │        ╱    ╲          │
           │      ╱        ╲        │
           │                     ₁  │
           ╰────────────────────────╯

Lengths are in user units of the SVG; a tile is 100 wide.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, hypot, isqrt
from typing import NamedTuple

from qttt.game import Board

MARGIN, TILE, GAP, RADIUS = 8, 100, 6, 9
NAME_SIZE = 9
PADDING = 5
"""Between the tile's edge and its cells, one for each small mark."""
RIM = 0.48
"""Radius of a small mark, in widths or heights of its cell."""
MAX_RIM = 34
"""The largest radius of a small mark."""
MAX_READABLE_SIDE = 5
MIN_NUMBER = 0.03
"""Font size of subscripts on boards of at most ``MAX_READABLE_SIDE`` rows and columns, in widths of
the picture, so that a phone shows them legibly."""
LARGE = 62
"""Height of a large mark."""
BANDS = (7, 4, 2.5)
"""Stroke widths of bands: earlier line, later line or longest krist, shorter krist."""
CASING = 4
"""How much wider the outline of a band is, which separates it from the marks below."""
RING = 2
"""Stroke width of the ring inside the tiles of the last move."""
LINK = 2.2
"""Width of a link on boards of at most 4 rows and columns; it grows with larger boards."""
BENDS = (0.14, -0.14, 0.3, -0.3, 0.46, -0.46, 0.62, -0.62)
"""How far a link bends to its left, in its lengths, from the preferred bend on."""
MAX_BEND = 24
"""The limit of the first bend; others are limited in proportion."""
GLOW_SCALE = 3
"""Width of the glow of a link on the pending loop, in widths of the link."""
ARROW = 1.3
"""Width of a landing arrow, in widths of a link."""
ARROW_DASH = (2.7, 1.9)
"""Dash and gap of the landing arrows of the second collapse, in widths of a link."""

SUBSCRIPT = 0.74
"""Font size of the subscript of a small mark of height 1."""


SYMBOL, DIGIT = 0.9, 0.58
"""Widths of a symbol of height 1 and of a digit of font size 1."""


def mark_width(digits: int) -> float:
    """The width of a small mark of height 1 with its subscript."""
    return SYMBOL + DIGIT * SUBSCRIPT * digits


class Point(NamedTuple):
    """A point in the picture."""

    x: float
    y: float


class Cell(NamedTuple):
    """Where a small mark is: its middle, and the radius of its rim."""

    at: Point
    radius: float


class MarkSize(NamedTuple):
    """The height of a mark's symbol, and the font size of its subscript."""

    height: float
    number: float


@dataclass(frozen=True)
class Layout:
    """The geometry of a board; ``names`` is the place of square names.

    It is ``tile``, ``margin`` or empty for none.
    """

    board: Board
    names: str

    @classmethod
    def of(cls, board: Board, coordinates: bool = True) -> "Layout":
        """Return the layout of a board."""
        names = "tile" if board.has_digit_names else "margin"
        return cls(board, names if coordinates else "")

    @property
    def origin(self) -> float:
        """The x and y coordinate of the first tile."""
        return MARGIN + (1.6 * self.name_size if self.names == "margin" else 0)

    @property
    def name_size(self) -> float:
        """The font size of names, which grow with the board if they are in the margin."""
        side = max(self.board.rows, self.board.cols)
        return NAME_SIZE * (max(1, side / 3) if self.names == "margin" else 1)

    @property
    def size(self) -> Point:
        """Width and height of the picture."""
        step = TILE + GAP
        edge = self.origin + MARGIN - GAP
        return Point(self.board.cols * step + edge, self.board.rows * step + edge)

    @property
    def link_width(self) -> float:
        """The width of links."""
        return LINK * max(1, self.board.rows / 4, self.board.cols / 4)

    def mark_size(self, digits: int, radius: float) -> MarkSize:
        """Return the size of a small mark that fits its rim with a legible subscript."""
        height = radius / hypot(mark_width(digits) / 2, 0.5)
        is_readable = max(self.board.rows, self.board.cols) <= MAX_READABLE_SIDE
        least = MIN_NUMBER * self.size.x if is_readable else 0
        if height * SUBSCRIPT >= least:
            return MarkSize(height, height * SUBSCRIPT)
        left = (2 * radius - DIGIT * least * digits) / SYMBOL
        return MarkSize(max(least / 2, min(height, left)), least)

    def corner(self, square: int) -> Point:
        """The upper left corner of a tile."""
        row, col = divmod(square, self.board.cols)
        step = TILE + GAP
        return Point(self.origin + col * step, self.origin + row * step)

    def centre(self, square: int) -> Point:
        """The middle of a tile."""
        x, y = self.corner(square)
        return Point(x + TILE / 2, y + TILE / 2)

    def cell(self, square: int, index: int, count: int) -> Cell:
        """Return the cell of a mark, the ``index``-th of ``count`` in its square."""
        cols = isqrt(count - 1) + 1
        rows = ceil(count / cols)
        row, col = divmod(index, cols)
        width, height = (TILE - 2 * PADDING) / cols, (TILE - 2 * PADDING) / rows
        in_row = min(cols, count - row * cols)
        centre = self.centre(square)
        at = Point(
            centre.x + (col - (in_row - 1) / 2) * width, centre.y + (row - (rows - 1) / 2) * height
        )
        return Cell(at, min(MAX_RIM, RIM * width, RIM * height))

    def labels(self) -> Iterator[tuple[str, Point]]:
        """Yield the names of squares, or of columns and rows, with their positions."""
        name = self.board.name
        if self.names == "tile":
            for square in self.board.squares:
                x, y = self.corner(square)
                yield name(square), Point(x + 0.8 * self.name_size, y + 0.85 * self.name_size)
        if self.names == "margin":
            middle = (self.origin - GAP / 2) / 2
            for col in range(self.board.cols):
                yield name(col)[0], Point(self.centre(col).x, middle)
            for row in range(self.board.rows):
                first = row * self.board.cols
                yield name(first)[1:], Point(middle, self.centre(first).y)


# --- colours ---------------------------------------------------------------------------------

# X is blue and O is red, which most people with colour vision deficiency can distinguish.
LIGHT = {
    "background": "#dfe5ec",
    "tile": "#ffffff",
    "name": "#546070",
    "x": "#1256c4",
    "o": "#c3241c",
    "glow": "#f7a600",
    "preview": "#fff2cf",
    "arrow": "#3d7a2c",
    "link1": "#1c6158",
    "link2": "#926335",
    "link3": "#7310ca",
    "link4": "#441d06",
    "link5": "#f242c2",
    "link6": "#919a03",
}
DARK = {
    "background": "#0d1218",
    "tile": "#1b2430",
    "name": "#a3b0c0",
    "x": "#7db4ff",
    "o": "#ff8f86",
    "glow": "#ffc23d",
    "preview": "#3b3118",
    "arrow": "#8fcf7c",
    "link1": "#1fd9b3",
    "link2": "#d19a6b",
    "link3": "#a85cf5",
    "link4": "#e5620f",
    "link5": "#f56ad6",
    "link6": "#dcf08a",
}

LINK_COLORS = 6
DASHES = ("", "7 5", "0.1 4.2", "10 4.5 0.1 4.5", "16 5")
"""An entanglement keeps the colour and dash pattern of its first mark. With 6 colours and 5
patterns, no two look alike up to mark 30. The colours also differ in lightness, for readers with
colour vision deficiency."""

OPACITY = {"ghost": 0.22, "stem": 0.7, "vanished": 0.38, "watermark": 0.1, "both": 0.6}
