"""Lengths, layout and colours of pictures.

::

    ├MARGIN┼───────── TILE ─────────┼GAP┤
           ╭────────────────────────╮   ╭───
           │ 1                      │   │ 2       the square's name; on boards other than 3×3
           │   X₁     O₂     X₃     │   │         letters and numbers are in the margin
           │                        │   │
           │   O₄     X₅     O₆     │   │         the slots, SLOTS away from the tile's edge: on 3×3
           │                        │   │         mark n is in the n-th, otherwise marks take turns
           │   X₇     O₈     X₉     │   │
           ╰────────────────────────╯   ╰───
           ╭────────────────────────╮
           │      ╲        ╱        │
           │        ╲    ╱          │             a classical mark fills the tile, its subscript
           │          ╳             │             at the lower right
           │        ╱    ╲          │
           │      ╱        ╲        │
           │                     ₁  │
           ╰────────────────────────╯

Lengths are in user units of the SVG; a tile is 100 wide. ``shapes`` draws marks of a given height:
symbol and subscript scale together.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import isqrt
from typing import NamedTuple

from qttt.game import Board

MARGIN, TILE, GAP, RADIUS = 8, 100, 6, 9
NAME_SIZE = 10
SLOTS = (7, 14, 7, 6)
"""Margins between the tile's edge and its slots: left, top, right, bottom."""
MAX_FIXED_SQUARES = 9
"""On boards of at most this many squares, mark n is always in the n-th slot of a square. On larger
boards such slots would be too small to read, so marks take the slots in order of arrival."""
SLOT_ORDERS = {2: (0, 3, 1, 2), 3: (4, 0, 8, 2, 6, 3, 5, 1, 7)}
"""The order in which marks take slots, by slots per side, chosen to keep few marks far apart;
otherwise reading order."""
MAX_STEADY_SQUARES = 25
"""Tiles have at least 9 slots on boards of at most this many squares, so that arriving marks rarely
move others, and at least 4 on larger boards."""

SMALL = 0.6
"""Height of a small mark, in slots, if its subscript fits."""
LARGE = 62
"""Height of a large mark."""
BANDS = (7, 4, 2.5)
"""Stroke widths of bands: earlier line, later line or longest krist, shorter krist."""
CASING = 4
"""How much wider the outline of a band is, which separates it from the marks below."""
RING = 2
"""Stroke width of the ring inside the tiles of the last move."""
LINK = 0.13
"""Width of a link for a small mark of height 1."""
GLOW_SCALE = 3
"""Width of the glow of a link on the pending loop, in widths of the link."""
ARROW = 0.17
"""Width of a landing arrow for a small mark of height 1."""
ARROW_DASH = (0.36, 0.26)
"""Dash and gap of the landing arrows of the second collapse."""

SUBSCRIPT = 0.74
"""Font size of the subscript of a small mark of height 1."""


def mark_width(digits: int) -> float:
    """The width of a small mark of height 1 with its subscript; a digit is 0.58 em wide."""
    return 0.9 + 0.58 * SUBSCRIPT * digits


class Point(NamedTuple):
    """A point in the picture."""

    x: float
    y: float


@dataclass(frozen=True)
class Layout:
    """The geometry of a board.

    ``side`` is the number of slots per side of a tile; ``is_fixed`` is True if each mark has a
    fixed slot. ``names`` is the place of square names: ``tile``, ``margin`` or empty for none.
    """

    board: Board
    side: int
    is_fixed: bool
    names: str

    @classmethod
    def of(cls, board: Board, max_marks: int, coordinates: bool) -> "Layout":
        """Return the layout of a board with at most ``max_marks`` marks in a square."""
        is_fixed = board.size <= MAX_FIXED_SQUARES
        min_slots = 9 if board.size <= MAX_STEADY_SQUARES else 4
        slots = board.size if is_fixed else max(min_slots, max_marks)
        names = "tile" if board.has_digit_names else "margin"
        return cls(board, isqrt(slots - 1) + 1, is_fixed, names if coordinates else "")

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
    def slot_size(self) -> Point:
        """Width and height of a slot."""
        left, top, right, bottom = SLOTS
        return Point((TILE - left - right) / self.side, (TILE - top - bottom) / self.side)

    def small(self, marks: int) -> float:
        """The height of small marks with ``marks`` marks on the board, so that subscripts fit.

        Constant on boards of at most ``MAX_STEADY_SQUARES`` squares.
        """
        digits = len(str(self.board.size if self.board.size <= MAX_STEADY_SQUARES else marks))
        width, height = self.slot_size
        return min(SMALL * height, 0.94 * width / mark_width(digits))

    def corner(self, square: int) -> Point:
        """The upper left corner of a tile."""
        row, col = divmod(square, self.board.cols)
        step = TILE + GAP
        return Point(self.origin + col * step, self.origin + row * step)

    def centre(self, square: int) -> Point:
        """The middle of a tile."""
        x, y = self.corner(square)
        return Point(x + TILE / 2, y + TILE / 2)

    def slot(self, square: int, mark: int, arrival: int) -> Point:
        """The middle of a mark's slot; ``arrival`` is its index among the marks of the square."""
        x, y = self.corner(square)
        slot = SLOT_ORDERS.get(self.side, range(self.side**2))[arrival]
        row, col = divmod(mark - 1 if self.is_fixed else slot, self.side)
        width, height = self.slot_size
        return Point(x + SLOTS[0] + (col + 0.5) * width, y + SLOTS[1] + (row + 0.5) * height)

    def labels(self) -> Iterator[tuple[str, Point]]:
        """Yield the names of squares, or of columns and rows, with their positions."""
        name = self.board.name
        if self.names == "tile":
            for square in self.board.squares:
                x, y = self.corner(square)
                yield name(square), Point(x + self.name_size, y + self.name_size)
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
