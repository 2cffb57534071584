"""Drawing of tiles as styled characters; colour is never the only sign.

===============  ================================================================
cursor           heavy walls
half a mark      reversed, with ``…``
can be chosen    underlined; also the twins of the marks at the cursor
loop             ``~`` after a mark, ``?`` after the closing one, ``'`` after stems
landed           a large mark; in the history ``*``
vanished         struck through, with ``-``
would land       a large mark in a pale shade
winning line     heavy walls, ``═`` and the player at the name
just changed     ``•`` at the name
entanglement     its letter at the right end of the upper wall
===============  ================================================================
"""

from collections.abc import Iterator

from rich.style import Style

from qttt.game import Board, player_of
from qttt.notation.text import SIGNS, mark_text
from qttt.notation.text_grid import TextBoard, TextGrid, TextSquare
from qttt.notation.view import Role

from .glyphs import MIN_HEIGHT, large_mark
from .palette import Palette
from .scene import LargeMark, Scene, SmallMark, Tile

MAX_HEIGHT = 9
"""Maximum height of a square in lines."""

_SIGNS = {**SIGNS, Role.VANISHED: "-"}
_QUIET = {Role.GHOST, Role.VANISHED}
_LINE, _CURSOR = 1, 2
"""Emphasis of walls."""


def fitting_grid(board: Board, width: int, height: int) -> TextGrid:
    """Return the largest layout that fits into a size in characters, or the smallest one.

    On 3×3, mark *n* is always in the *n*-th of nine slots. On larger boards, the marks of a square
    take slots in order of placement; as all marks of a square leave it together, they never move.
    """
    high = max(2, min(MAX_HEIGHT, (height - 1) // board.rows - 1))
    wide = (width - 1) // board.cols - 1
    if board.has_digit_names:
        high = max(3, high - (high % 2 == 0))
        wide = max(13, min(wide, 3 * high + 4) // 3 * 3 + 1)
        step = (high + 1) // 3
        top = (high - 2 * step - 1) // 2
        return TextGrid(board, wide, (high,) * board.rows, (wide - 1) // 3, 3, step, top)
    pitch = 2 + len(str(board.size))  # a letter, a subscript and a sign
    wide = max(pitch + 3, min(wide, 3 * high))
    return TextGrid(board, wide, (high,) * board.rows, pitch, max(1, (wide - 1) // pitch))


def drawn_board(scene: Scene, grid: TextGrid, palette: Palette) -> TextBoard[Style]:
    """Return the drawing of a scene."""
    return TextBoard(grid, [_SquarePainter(tile, grid, palette).square for tile in scene.tiles])


class _SquarePainter:
    """Draws the tile of one square."""

    def __init__(self, tile: Tile, grid: TextGrid, palette: Palette) -> None:
        self.tile, self.grid, self.palette = tile, grid, palette
        self.height = grid.heights[0]
        group = (
            None if tile.group is None else palette.groups[(tile.group - 1) % len(palette.groups)]
        )
        self.group_color, group_ground = group or (palette.ink, palette.ground)
        self.ground = self._style(palette.ink, bg=palette.ground if tile.faint else group_ground)

    @property
    def square(self) -> TextSquare[Style]:
        """The drawing of the square."""
        tile, corner, wall, emphasis = self.tile, None, self.palette.wall, 0
        if tile.group is not None:
            sign = f"{tile.letter}~" if tile.is_loop else tile.letter
            corner = (sign, self._style(self.group_color, bold=True))
        if tile.line:
            wall, emphasis = self.palette.player(tile.line), _LINE
        if tile.is_cursor:
            wall, emphasis = self.palette.cursor, _CURSOR
        contents = [*(self._large(tile.large) if tile.large else self._small())]
        return TextSquare(
            [*self._labels()],
            [*contents],
            self.ground,
            self._style(wall, bold=emphasis > 0),
            corner,
            emphasis,
        )

    def _labels(self) -> Iterator[tuple[str, Style]]:
        tile, palette = self.tile, self.palette
        emphasis = tile.is_cursor or tile.is_half
        color = palette.cursor if emphasis else palette.ink
        yield tile.name, self._style(color, bold=emphasis, dim=tile.faint)
        if tile.is_fresh:
            yield "•", self._style(palette.cursor, bold=True)
        if tile.line:
            yield f"═{tile.line}", self._style(palette.player(tile.line), bold=True)
        if tile.note:
            is_bad = tile.note.startswith("−")
            yield f" {tile.note} ", self._style(palette.bad if is_bad else palette.good)

    def _small(self) -> Iterator[tuple[int, int, str, Style]]:
        slots = self.grid.slots(0)
        for slot, mark in self.tile.small_marks.items():
            if slot < slots:
                yield *self.grid.slot(slot), *self._small_mark(mark)
        if (hidden := len(self.tile.small_marks) - slots) > 0:
            text = f"+{hidden + 1}".ljust(self.grid.pitch)
            yield *self.grid.slot(slots - 1), text, self.ground + Style(bold=True)

    def _small_mark(self, spot: SmallMark) -> tuple[str, Style]:
        color = self.palette.player(player_of(spot.mark))
        if spot.half:
            style = Style(color=color, reverse=True, bold=True)
            return f"{mark_text(spot.mark)}…", self.ground + style
        is_quiet = spot.role in _QUIET
        style = Style(
            color=self.palette.faint if is_quiet else color,
            bold=not is_quiet,
            dim=is_quiet and self.palette.dims,
            underline=spot.lit,
            strike=spot.role is Role.VANISHED,
            reverse=spot.role is Role.CLASSICAL or None,
        )
        return mark_text(spot.mark) + _SIGNS.get(spot.role, ""), self.ground + style

    def _large(self, large: LargeMark) -> Iterator[tuple[int, int, str, Style]]:
        mark, sure, has_number = large
        width, player, faint = self.grid.width, player_of(mark), self.tile.faint
        height, name = min(self.height, (width - 2) // 2), mark_text(mark)
        color = self.palette.faint if faint else self.palette.player(player)
        style = self._style(color, bold=not faint, dim=faint)
        if height < MIN_HEIGHT:
            # The square is too low for a drawing.
            text = name if sure else f"({name})"
            yield 0, (self.height - 1) // 2, text.center(width), style + Style(reverse=sure)
            return
        drawing = large_mark(player, height, is_pale=not sure)
        for y, line in enumerate(drawing, (self.height - height) // 2):
            yield (width - 2 * height) // 2, y, line, style
        if has_number:
            yield width - len(name) + 1, self.height - 1, name[1:], style

    def _style(
        self, color: str, *, bg: str | None = None, bold: bool = False, dim: bool = False
    ) -> Style:
        ground = bg or self.palette.ground
        return Style(color=color, bgcolor=ground, bold=bold, dim=dim and self.palette.dims)
