"""How a picture looks: its lengths and colours, as data. Every drawing of the board uses these.

::

    ├MARGIN┼───────── TILE ─────────┼GAP┤
           ╭────────────────────────╮   ╭───
           │ 1                      │   │ 2       the square's name; on boards other than 3×3
           │   X₁     O₂     X₃     │   │         letters and numbers stand in the margin
           │                        │   │
           │   O₄     X₅     O₆     │   │         the slots, SLOTS away from the tile's edge: on 3×3
           │                        │   │         mark n is in the n-th, else they come in turn
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

Lengths are in units of the picture, of which a tile has 100. How a mark is drawn at a given
height is in ``shapes``: symbol and subscript scale together.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import isqrt
from typing import NamedTuple

from qttt.game import Board

MARGIN, TILE, GAP, RADIUS = 8, 100, 6, 9
NAME_SIZE = 10
SLOTS = (7, 14, 7, 6)
"""From the tile's edge to the slots: left, top, right, bottom."""
MOST_FIXED = 9
"""On boards of up to so many squares mark n has the n-th slot of each. On larger ones, where that
many slots would be too small to read, marks take the slots of a square as they come."""
ORDERS = {2: (0, 3, 1, 2), 3: (4, 0, 8, 2, 6, 3, 5, 1, 7)}
"""In which order they take them, by the slots along a tile, so that few marks are far apart; where
there are more slots, in reading order."""
MOST_STEADY = 25
"""Boards of up to so many squares begin with 9 slots, so that marks hardly ever move; larger ones
with 4. There are more only once a square has more marks than that."""

SMALL = 0.6
"""The height of a small mark, in slots, if its subscript leaves room for that."""
LARGE = 62
"""The height of a large one."""
BANDS = (30, 17, 7)
"""The strokes through a line of classical marks: of who was first, of the other, of a krist."""
LINK = 0.13
"""The width of a link, for a small mark of height 1; GLOWING times that on the pending loop."""
GLOWING = 3
ARROW = 0.17
"""The width of an arrow that tells where such a mark would land."""
ARROW_DASH = (0.36, 0.26)
"""The dash and the gap of those of the second collapse."""

SUBSCRIPT = 0.74
"""The size of a subscript beside a small mark of height 1."""


def mark_width(digits: int) -> float:
    """How wide a small mark of height 1 is with its subscript; digits are 0.58 of their size."""
    return 0.9 + 0.58 * SUBSCRIPT * digits


class Point(NamedTuple):
    """A place in the picture."""

    x: float
    y: float


@dataclass(frozen=True)
class Layout:
    """Where everything is on a board.

    ``side`` is the number of slots along a tile, ``is_fixed`` tells whether each mark has its
    own. ``names`` says where squares are named: in the ``tile``, in the ``margin``, or nowhere.
    """

    board: Board
    side: int
    is_fixed: bool
    names: str

    @classmethod
    def of(cls, board: Board, most_marks: int, coordinates: bool) -> "Layout":
        """The layout of a board whose fullest square shows ``most_marks``."""
        is_fixed = board.size <= MOST_FIXED
        least = 9 if board.size <= MOST_STEADY else 4
        places = board.size if is_fixed else max(least, most_marks)
        names = "tile" if board.has_digit_names else "margin"
        return cls(board, isqrt(places - 1) + 1, is_fixed, names if coordinates else "")

    @property
    def origin(self) -> float:
        """Where the first tile starts, across and down."""
        return MARGIN + (1.6 * self.name_size if self.names == "margin" else 0)

    @property
    def name_size(self) -> float:
        """The size of names, which in the margin grow with the board."""
        longest = max(self.board.rows, self.board.cols)
        return NAME_SIZE * (max(1, longest / 3) if self.names == "margin" else 1)

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
        """The height of small marks where so many are on the board, so that subscripts fit.

        On boards of up to ``MOST_STEADY`` squares it is the same however many there are.
        """
        digits = len(str(self.board.size if self.board.size <= MOST_STEADY else marks))
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
        """The middle of the slot of a mark that is the ``arrival``-th in its square, from 0."""
        x, y = self.corner(square)
        taken = ORDERS.get(self.side, range(self.side**2))[arrival]
        row, col = divmod(mark - 1 if self.is_fixed else taken, self.side)
        width, height = self.slot_size
        return Point(x + SLOTS[0] + (col + 0.5) * width, y + SLOTS[1] + (row + 0.5) * height)

    def labels(self) -> Iterator[tuple[str, Point]]:
        """The names of squares, or of columns and rows, and the middle of each."""
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

LIGHT = {
    "background": "#dfe5ec",
    "tile": "#ffffff",
    "name": "#546070",
    "ink": "#17202b",
    "x": "#1256c4",
    "o": "#c3241c",
    "glow": "#f7a600",
    "preview": "#fff2cf",
    "lastmove": "#e9f0d3",
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
    "ink": "#f1f4f8",
    "x": "#7db4ff",
    "o": "#ff8f86",
    "glow": "#ffc23d",
    "preview": "#3b3118",
    "lastmove": "#2c3620",
    "arrow": "#8fcf7c",
    "link1": "#1fd9b3",
    "link2": "#d19a6b",
    "link3": "#a85cf5",
    "link4": "#e5620f",
    "link5": "#f56ad6",
    "link6": "#dcf08a",
}
"""The same names at night. X is blue and O is red, which nearly everybody can tell apart."""

LINKS = 6
DASHES = ("", "7 5", "0.1 4.2", "10 4.5 0.1 4.5", "16 5")
"""An entanglement has one colour and one dash pattern, which follow from its first mark and stay
while it grows. With 6 colours and 5 patterns no two are drawn alike up to mark 30. The colours
differ in lightness too, for eyes that see fewer hues."""

FAINT = {"ghost": 0.22, "stem": 0.7, "vanished": 0.38, "watermark": 0.1, "band": 0.32, "both": 0.6}
"""How much of their colour is left to things that stand back."""
