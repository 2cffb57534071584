"""The board widget: draws a scene and reports mouse events, independent of the rules."""

from itertools import starmap
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from qttt.notation.text_grid import TextBoard, TextGrid

from .paint import drawn_board, fitting_grid
from .palette import DARK, Palette
from .scene import Scene
from .widgets import key


class BoardView(ScrollView, can_focus=True):
    """Draws a scene as large as possible, scrolling if there is not enough room."""

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        key("up", "screen.move_cursor(-1, 0)"),
        key("down", "screen.move_cursor(1, 0)"),
        key("left", "screen.move_cursor(0, -1)"),
        key("right", "screen.move_cursor(0, 1)"),
        key("enter", "screen.confirm"),
        key("pageup", "screen.play('browse', -1)"),
        key("pagedown", "screen.play('browse', 1)"),
        key("home", "screen.play('browse', -9999)"),
        key("end", "screen.play('browse', 9999)"),
    ]

    class Touched(Message):
        """The mouse is over a square, and possibly a mark, or has clicked it.

        ``square`` is None outside.
        """

        def __init__(self, square: int | None, mark: int | None, *, is_clicked: bool) -> None:
            super().__init__()
            self.square, self.mark, self.is_clicked = square, mark, is_clicked

    def __init__(self, scene: Scene, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.scene = scene
        self.palette = DARK
        self._drawing: TextBoard[Style] | None = None
        self._pointed: tuple[int | None, int | None] = (None, None)

    @property
    def grid(self) -> TextGrid:
        """The layout at the current size."""
        return fitting_grid(self.scene.board, *self.outer_size)

    def show(self, scene: Scene, palette: Palette, *, follow: bool = False) -> None:
        """Draw a scene; with ``follow``, scroll to its cursor."""
        self.scene, self.palette = scene, palette
        self._lay_out()
        if follow:
            self._follow()

    def render_line(self, y: int) -> Strip:
        """Render one visible line."""
        if self._drawing is None:
            self._drawing = drawn_board(self.scene, self.grid, self.palette)
        left, top = self.scroll_offset
        blank = Style(bgcolor=self.palette.ground)
        pad_x, pad_y = self._margin
        line = y + top - pad_y
        if not 0 <= line < self._drawing.grid.size[1]:
            return Strip.blank(self.size.width, blank)
        strip = Strip.join(
            [Strip.blank(pad_x, blank), Strip(starmap(Segment, self._drawing.line(line)))]
        )
        return strip.crop_extend(left, left + self.size.width, blank)

    @property
    def _margin(self) -> tuple[int, int]:
        """The empty columns and lines before the centred board."""
        width, height = self.grid.size
        return max(0, (self.size.width - width) // 2), max(0, (self.size.height - height) // 2)

    def on_resize(self, _: events.Resize) -> None:
        """Adapt the layout to the new size."""
        self._lay_out()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Post ``Touched`` when the mouse enters another square or mark."""
        self._point(self._at(event))

    def on_leave(self, _: events.Leave) -> None:
        """Post ``Touched`` for outside the board."""
        self._point((None, None))

    def on_click(self, event: events.Click) -> None:
        """Post ``Touched`` for the clicked square."""
        square, mark = self._at(event)
        if square is not None:
            self.post_message(self.Touched(square, mark, is_clicked=True))

    def _point(self, place: tuple[int | None, int | None]) -> None:
        if place != self._pointed:
            self._pointed = place
            self.post_message(self.Touched(*place, is_clicked=False))

    def _at(self, event: events.MouseEvent) -> tuple[int | None, int | None]:
        """Return the square and the mark at the mouse position."""
        grid, (left, top), (pad_x, pad_y) = self.grid, self.scroll_offset, self._margin
        x, y = event.x + left - pad_x, event.y + top - pad_y
        square = grid.square_at(x, y) if x >= 0 and y >= 0 else None
        if square is None:
            return None, None
        slot = grid.slot_at(x, y)
        spot = None if slot is None else self.scene.tiles[square].small_marks.get(slot)
        return square, spot.mark if spot else None

    def _lay_out(self) -> None:
        self._drawing = None
        self.virtual_size = Size(*self.grid.size)
        self.refresh()

    def _follow(self) -> None:
        for square, tile in enumerate(self.scene.tiles):
            if tile.is_cursor:
                x, y = self.grid.corner(square)
                around = Region(x - 1, y - 1, self.grid.width + 2, self.grid.heights[0] + 2)
                self.scroll_to_region(around, animate=False)
