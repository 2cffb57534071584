"""Drawing of tiles as styled characters; colour is never the only sign.

===============  ================================================================
cursor           heavy walls
half a mark      reversed, with ``…``
can be chosen    underlined; also the twins of the marks at the cursor
loop             ``~`` after a mark, ``?`` after the closing one, ``'`` after stems
landed           a large mark; in the history ``*``
vanished         struck through, with ``-``
would land       a large mark in outline
winning line     heavy walls, ``═`` and the player at the name
just changed     ``•`` at the name
entanglement     its letter at the right end of the upper wall
===============  ================================================================
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby

from rich.segment import Segment
from rich.style import Style

from qttt.game import Player, mark_name, player_of
from qttt.notation.text import SIGNS
from qttt.notation.view import Role

from . import glyphs
from .grid import Grid, wall
from .palette import Palette
from .scene import LargeMark, Scene, SmallMark, Tile

_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_SIGNS = {**SIGNS, Role.VANISHED: "-"}
_QUIET = {Role.GHOST, Role.VANISHED}

Cell = tuple[str, Style]


def mark_text(mark: int) -> str:
    """Return a mark with its subscript: ``X₁``."""
    return mark_name(mark).translate(_SUBSCRIPTS)


@dataclass
class Painter:
    """Draws one scene, row by row on demand."""

    scene: Scene
    grid: Grid
    palette: Palette
    _bands: dict[int, list[list[Cell]]] = field(default_factory=dict, init=False, repr=False)

    def line(self, y: int) -> list[Segment]:
        """Return one line of the board."""
        step = self.grid.height + 1
        row, inside = divmod(y, step)
        cells = self._band(row)[inside] if row < self.scene.board.rows else self._bottom_wall()
        return [
            Segment("".join(char for char, _ in run), style)
            for style, run in groupby(cells, key=lambda cell: cell[1])
        ]

    # --- rows of squares ---------------------------------------------------------------------

    def _band(self, row: int) -> list[list[Cell]]:
        """Return the upper wall and the inside of a row of squares."""
        if row not in self._bands:
            blocks = [self._inside(tile) for tile in self._row(row)]
            lines = [self._top_wall(row)]
            for y in range(self.grid.height):
                lines.append([])
                for col, block in enumerate(blocks):
                    lines[-1] += [self._upright(row, col), *block[y]]
                lines[-1].append(self._upright(row, len(blocks)))
            self._bands[row] = lines
        return self._bands[row]

    def _row(self, row: int) -> tuple[Tile, ...]:
        cols = self.scene.board.cols
        return self.scene.tiles[row * cols : (row + 1) * cols] if row >= 0 else ()

    # --- inside a square ---------------------------------------------------------------------

    def _inside(self, tile: Tile) -> list[list[Cell]]:
        ground = self._ground(tile)
        block = [[(" ", ground)] * self.grid.width for _ in range(self.grid.height)]
        if tile.large:
            self._draw_large(block, tile, tile.large)
        else:
            self._draw_spots(block, tile, ground)
        return block

    def _ground(self, tile: Tile) -> Style:
        if tile.group is None or tile.faint:
            return self._style(self.palette.ink)
        return self._style(self.palette.ink, bg=self._group(tile.group)[1])

    def _draw_spots(self, block: list[list[Cell]], tile: Tile, ground: Style) -> None:
        for slot, spot in tile.small_marks.items():
            if slot < self.grid.slots:
                x, y = self.grid.slot(slot)
                _write(block[y], x, *self._spot(spot, ground))
        hidden = len(tile.small_marks) - self.grid.slots
        if hidden > 0:
            text = f"+{hidden + 1}"
            x, y = self.grid.slot(self.grid.slots - 1)
            _write(block[y], x, text.ljust(self.grid.pitch), ground + Style(bold=True))

    def _spot(self, spot: SmallMark, ground: Style) -> tuple[str, Style]:
        color = self.palette.player(player_of(spot.mark))
        if spot.half:
            return f"{mark_text(spot.mark)}…", ground + Style(color=color, reverse=True, bold=True)
        quiet = spot.role in _QUIET
        style = Style(
            color=self.palette.faint if quiet else color,
            bold=not quiet,
            dim=quiet and self.palette.dims,
            underline=spot.lit,
            strike=spot.role is Role.VANISHED,
            reverse=spot.role is Role.CLASSICAL or None,
        )
        return mark_text(spot.mark) + _SIGNS.get(spot.role, ""), ground + style

    def _draw_large(self, block: list[list[Cell]], tile: Tile, large: LargeMark) -> None:
        mark, height = large.mark, min(self.grid.height, (self.grid.width - 2) // 2)
        player = player_of(mark)
        style = self._style(self._large_color(tile, player), bold=not tile.faint, dim=tile.faint)
        if height < glyphs.MIN_HEIGHT:
            self._draw_letter(block, large, style)
            return
        drawing = (glyphs.solid if large.sure else glyphs.thin)(player, height)
        left = (self.grid.width - 2 * height) // 2
        top = (self.grid.height - height) // 2
        for y, line in enumerate(drawing, top):
            _write(block[y], left, line, style)
        number = mark_text(mark)[1:]
        _write(block[-1], self.grid.width - len(number), number, style)

    def _draw_letter(self, block: list[list[Cell]], large: LargeMark, style: Style) -> None:
        """Draw the mark's name in a square that is too low for a drawing."""
        name = mark_text(large.mark)
        text = name if large.sure else f"({name})"
        line = block[(self.grid.height - 1) // 2]
        line[:] = [(" ", style + Style(reverse=large.sure))] * len(line)
        _write(line, (len(line) - len(text)) // 2, text, line[0][1])

    def _large_color(self, tile: Tile, player: Player) -> str:
        return self.palette.faint if tile.faint else self.palette.player(player)

    # --- walls -------------------------------------------------------------------------------

    def _weight(self, row: int, col: int) -> int:
        """Return the weight of a square's walls: 0 outside the board, otherwise 1 or 2."""
        board = self.scene.board
        square = board.at(row, col)
        if square is None:
            return 0
        tile = self.scene.tiles[square]
        return 2 if tile.is_cursor or tile.line else 1

    def _upright(self, row: int, col: int) -> Cell:
        """Return the wall to the left of a square, or to the right of the last."""
        weight = max(self._weight(row, col - 1), self._weight(row, col))
        return wall(weight, 0, weight, 0), self._wall_style(row, col - 1, row, col)

    def _top_weight(self, row: int, col: int) -> int:
        """Return the weight of the wall above a square."""
        return max(self._weight(row - 1, col), self._weight(row, col))

    def _crossing(self, row: int, col: int) -> Cell:
        """Return the corner at the upper left of a square."""
        around = [(row - 1, col - 1), (row - 1, col), (row, col - 1), (row, col)]
        nw, ne, sw, se = (self._weight(*place) for place in around)
        char = wall(max(nw, ne), max(ne, se), max(sw, se), max(nw, sw))
        return char, self._wall_style(*(number for place in around for number in place))

    def _top_wall(self, row: int) -> list[Cell]:
        """Return the wall above a row, with the names of its squares."""
        cells: list[Cell] = []
        for col, tile in enumerate(self._row(row)):
            cells += [self._crossing(row, col), *self._named(row, col, tile)]
        return [*cells, self._crossing(row, self.scene.board.cols)]

    def _bottom_wall(self) -> list[Cell]:
        row = self.scene.board.rows
        cells: list[Cell] = []
        for col in range(self.scene.board.cols):
            cells += [self._crossing(row, col), *self._plain(row, col)]
        return [*cells, self._crossing(row, self.scene.board.cols)]

    def _plain(self, row: int, col: int) -> list[Cell]:
        weight = self._top_weight(row, col)
        style = self._wall_style(row - 1, col, row, col)
        return [(wall(0, weight, 0, weight), style)] * self.grid.width

    def _named(self, row: int, col: int, tile: Tile) -> list[Cell]:
        cells = self._plain(row, col)
        x = 0
        for text, style in self._labels(tile):
            _write(cells, x, text, style)
            x += len(text)
        if tile.group is not None:
            sign = f"{tile.letter}~" if tile.is_loop else tile.letter
            style = self._style(self._group(tile.group)[0], bold=True)
            _write(cells, len(cells) - len(sign), sign, style)
        return cells

    def _labels(self, tile: Tile) -> Iterator[tuple[str, Style]]:
        """Yield the labels at the left end of a square's upper wall."""
        emphasis = tile.is_cursor or tile.is_half
        color = self.palette.cursor if emphasis else self.palette.ink
        yield tile.name, self._style(color, bold=emphasis, dim=tile.faint)
        if tile.is_fresh:
            yield "•", self._style(self.palette.cursor, bold=True)
        if tile.line:
            yield f"═{tile.line}", self._style(self.palette.player(tile.line), bold=True)
        if tile.note:
            bad = tile.note.startswith("−")
            yield f" {tile.note} ", self._style(self.palette.bad if bad else self.palette.good)

    def _wall_style(self, *places: int) -> Style:
        """Return the style of a wall between squares, given as row, column, row, column, …."""
        board = self.scene.board
        squares = [board.at(*place) for place in zip(places[::2], places[1::2], strict=True)]
        tiles = [self.scene.tiles[square] for square in squares if square is not None]
        if any(tile.is_cursor for tile in tiles):
            return self._style(self.palette.cursor, bold=True)
        for tile in tiles:
            if tile.line:
                return self._style(self.palette.player(tile.line), bold=True)
        return self._style(self.palette.wall)

    # --- colours -----------------------------------------------------------------------------

    def _group(self, group: int) -> tuple[str, str]:
        return self.palette.groups[(group - 1) % len(self.palette.groups)]

    def _style(
        self, color: str, *, bg: str | None = None, bold: bool = False, dim: bool = False
    ) -> Style:
        ground = bg or self.palette.ground
        return Style(color=color, bgcolor=ground, bold=bold, dim=dim and self.palette.dims)


def _write(cells: list[Cell], x: int, text: str, style: Style) -> None:
    """Write text over the cells from ``x``, truncated at the end."""
    for place, char in enumerate(text[: max(0, len(cells) - x)], x):
        cells[place] = (char, style)
