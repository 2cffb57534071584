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
           │        ╲    ╱          │             a classical mark fills the tile; its number is at
           │          ╳             │             the lower right, while it matters
           │        ╱    ╲          │
           │      ╱        ╲        │
           │                     ₁  │
           ╰────────────────────────╯

Lengths are in user units of the SVG; a tile is 100 wide. The values are in ``theme.json``, which
the web app reads too.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from math import ceil, isqrt
from typing import Any, NamedTuple

from qttt.game import Board

_THEME: dict[str, Any] = json.loads(files(__package__).joinpath("theme.json").read_text("utf-8"))

MARGIN, TILE, GAP, RADIUS = (int(_THEME[name]) for name in ("MARGIN", "TILE", "GAP", "RADIUS"))
NAME_SIZE: int = _THEME["NAME_SIZE"]
PADDING: int = _THEME["PADDING"]
"""Between the tile's edge and its cells, one for each small mark."""
RIM: float = _THEME["RIM"]
"""Radius of a small mark, in widths or heights of its cell."""
MAX_RIM: int = _THEME["MAX_RIM"]
"""The largest radius of a small mark."""
MAX_READABLE_SIDE: int = _THEME["MAX_READABLE_SIDE"]
MIN_NUMBER: float = _THEME["MIN_NUMBER"]
"""Font size of subscripts on boards of at most ``MAX_READABLE_SIDE`` rows and columns, in widths of
the picture, so that a phone shows them legibly."""
LARGE: int = _THEME["LARGE"]
"""Height of a large mark."""
WEIGHT: float
LARGE_WEIGHT: float
WEIGHT, LARGE_WEIGHT = _THEME["WEIGHTS"]
"""Stroke widths of the symbols of small and large marks, in their heights."""
MARK_GAP: float
NAME_GAP: float
MARK_GAP, NAME_GAP = _THEME["GAPS"]
"""Stroke widths of the gaps in bands around marks, and around names and numbers."""
LARGE_NUMBER: float = _THEME["LARGE_NUMBER"]
"""Font size of the number of a large mark."""
BANDS: tuple[float, ...] = tuple(_THEME["BANDS"])
"""Stroke widths of bands: earlier line, later line or longest krist, shorter krist. That of the
longest grows with larger boards; shorter ones are not drawn over ``MAX_LINKED_SQUARES``."""
RING: int = _THEME["RING"]
"""Stroke width of the ring inside the tiles of the last move."""
LINK: float = _THEME["LINK"]
"""Width of a link on boards of at most 4 rows and columns; it grows with larger boards."""
MAX_LINKED_SQUARES: int = _THEME["MAX_LINKED_SQUARES"]
"""On boards with more squares, only links of the last move and of a pending loop are drawn in full;
the others are faint, half as wide, and avoid nothing."""
LOOP_SCALE: float = _THEME["LOOP_SCALE"]
"""Width of a link on the pending loop, in widths of other links."""
GLOW_SCALE: int = _THEME["GLOW_SCALE"]
"""Width of the glow of a link on the pending loop, in widths of the link."""
ARROW: float = _THEME["ARROW"]
"""Width of a landing arrow, in widths of a link."""
ARROW_DASH: tuple[float, ...] = tuple(_THEME["ARROW_DASH"])
"""Dash and gap of the landing arrows of the second collapse, in widths of a link."""

NUMBER: float = _THEME["NUMBER"]
"""Font size of the number of a small mark, in heights of its symbol."""
NUMBER_AT: tuple[float, float] = tuple(_THEME["NUMBER_AT"])
"""Where the number's baseline starts, right of the symbol's middle and below it, in its heights."""
DIGIT: float = _THEME["DIGIT"]
CAP: float = _THEME["CAP"]
"""Width and height of a digit of font size 1."""


class Point(NamedTuple):
    """A point in the picture."""

    x: float
    y: float


class Cell(NamedTuple):
    """Where a small mark is: its middle, and the radius of its rim."""

    at: Point
    radius: float


class MarkSize(NamedTuple):
    """The height of a symbol, and its number: font size, and where the baseline starts."""

    height: float
    number: float
    at: Point
    """Relative to the middle of the symbol."""


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
    def line_scale(self) -> float:
        """How much wider lines are than on boards of at most 4 rows and columns."""
        return max(1, self.board.rows / 4, self.board.cols / 4)

    @property
    def link_width(self) -> float:
        """The width of links."""
        return LINK * self.line_scale

    def mark_size(self, digits: int, radius: float) -> MarkSize:
        """Return the size of a small mark in its rim, with a legible number beside its foot.

        A number too wide for that is in the lower right corner of the cell.
        """
        is_readable = max(self.board.rows, self.board.cols) <= MAX_READABLE_SIDE
        number = max(NUMBER * radius, MIN_NUMBER * self.size.x if is_readable else 0)
        room, width = radius / RIM / 2, DIGIT * number * digits
        right, down = NUMBER_AT
        beside, above = (room - width) / right, 2 * (room - CAP * number)
        height = min(radius, max(beside, above, number / 2))
        at = Point(right * height, down * height)
        return MarkSize(height, number, at if beside >= height else Point(room - width, room))

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
LIGHT: dict[str, str] = _THEME["LIGHT"]
DARK: dict[str, str] = _THEME["DARK"]

LINK_COLORS: int = _THEME["LINK_COLORS"]
DASHES: tuple[str, ...] = tuple(_THEME["DASHES"])
"""An entanglement keeps the colour and dash pattern of its first mark. With 6 colours and 5
patterns, no two look alike up to mark 30. The colours also differ in lightness, for readers with
colour vision deficiency."""
MAX_LINKS = LINK_COLORS * len(DASHES)

OPACITY: dict[str, float] = _THEME["OPACITY"]
