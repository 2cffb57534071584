"""Draws the layers of a picture, from the tiles up to the arrows."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from xml.etree.ElementTree import Element

from qttt.copies import Uncopyable
from qttt.game import Player, Position, player_of
from qttt.game.outcome import find_krists

from . import shapes
from .landing_arrows import LandingArrow, WhichCollapse
from .link_routes import Ends, link_routes, plain_route
from .obstacles import Obstacles, large_mark_ink, name_ink, small_mark_ink
from .route_grid import Route
from .shapes import add
from .theme import (
    BANDS,
    CAP,
    DASHES,
    GLOW_SCALE,
    LARGE,
    LARGE_NUMBER,
    LIGHT,
    LINK_COLORS,
    LOOP_SCALE,
    MARGIN,
    MAX_LINKED_SQUARES,
    OPACITY,
    RADIUS,
    RING,
    TILE,
    Cell,
    Layout,
)
from .view import Role, SquareContents, numbers_matter


@dataclass
class Drawing(Uncopyable):
    """The picture of ``position``; ``squares`` are the marks to show in each square.

    ``has_small_classical`` draws classical marks small, next to vanished ones. ``tile_colors`` maps
    tiles to their own colour: a name in ``palette`` or any CSS colour. ``last_squares`` are those
    of the last move. ``marks_with_arrows`` have arrows in place of links.
    """

    copying = "draw the position again"

    position: Position
    squares: Sequence[SquareContents]
    layout: Layout
    has_small_classical: bool
    tile_colors: dict[int, str] = field(default_factory=dict)
    last_squares: Sequence[int] = ()
    marks_with_arrows: Set[int] = frozenset()
    palette: Mapping[str, str] = field(default_factory=lambda: LIGHT)
    root: Element = field(default_factory=lambda: Element("svg"))

    def draw(self, links: bool) -> None:
        """Draw the layers from the tiles up to the marks."""
        self.tiles()
        self.rings()
        if links:
            self.links()
        self.bands()
        self.names()
        self.large_marks()
        self.small_marks()

    def add_group(self, color: str, **attributes: str | float) -> Element:
        """Add a group on top that fills and strokes with ``color``."""
        named = {"class_": f"qttt-{color}"} if color in self.palette else {}
        paint = self.palette.get(color, color)
        return add(self.root, "g", **named, fill=paint, stroke=paint, **attributes)

    # --- tiles -------------------------------------------------------------------------------

    def tiles(self) -> None:
        """Draw the empty board."""
        width, height = self.layout.size
        pen = self.add_group("background")
        add(pen, "rect", width=width, height=height, rx=RADIUS + MARGIN / 2, stroke="none")
        plain = self.add_group("tile")
        for square in self.position.rules.board.squares:
            color = self.tile_colors.get(square)
            pen = self.add_group(color) if color else plain
            x, y = self.layout.corner(square)
            add(pen, "rect", x=x, y=y, width=TILE, height=TILE, rx=RADIUS, stroke="none")

    def rings(self) -> None:
        """Draw a ring inside the tiles of the last move, in the colour of its mark."""
        for square in self.last_squares:
            mark = self.position.classical.get(square, len(self.position.marks))
            pen = self.add_group(player_of(mark).lower())
            shapes.add_tile_ring(pen, self.layout.corner(square), RING)

    def names(self) -> None:
        """Draw the names in the tiles, or column letters and row numbers in the margin."""
        size = self.layout.name_size
        pen = self.add_group("name", font_size=size, text_anchor="middle")
        for text, at in self.layout.labels():
            add(pen, "text", x=at.x, y=at.y + CAP / 2 * size, stroke="none").text = text

    # --- lines -------------------------------------------------------------------------------

    def bands(self) -> None:
        """Draw a band below each line or krist; wider for the first line and longest krists."""
        lines, rules = self.position.lines, self.position.rules
        if rules.line is None:
            lines = find_krists(rules.board, self.position.classical)
        if rules.line is None and rules.board.size > MAX_LINKED_SQUARES:
            lines = tuple(line for line in lines if len(line.squares) == len(lines[0].squares))
        pen = self.add_group("glow", stroke_linecap="round")
        for line in sorted(lines, key=lambda line: line.player is Player.O):
            width = BANDS[line.player is not lines[0].player]
            if rules.line is None:
                is_longest = len(line.squares) == len(lines[0].squares)
                width = BANDS[1] * self.layout.line_scale if is_longest else BANDS[2]
            first, last = (self.layout.centre(line.squares[i]) for i in (0, -1))
            shapes.add_band(pen, first, last, width)

    # --- small marks -------------------------------------------------------------------------

    def links(self) -> None:
        """Link the two halves of each quantum mark; the links of the pending loop are on top."""
        style = {
            mark: min(entanglement.marks) - 1
            for entanglement in self.position.entanglements
            for mark in entanglement.marks
        }
        roles = {mark: self.squares[pair[0]][mark] for mark, pair in self.position.quantum.items()}
        faint = {mark for mark, role in roles.items() if self._is_faint(mark, role)}
        routes = self._routes({mark for mark in roles if mark not in faint})
        for mark in sorted(
            roles, key=lambda mark: (mark not in faint, _LINK_ORDER.index(roles[mark]))
        ):
            color, dash = f"link{style[mark] % LINK_COLORS + 1}", DASHES[style[mark] % len(DASHES)]
            if roles[mark] in _GLOWING_ROLES:
                color, dash = player_of(mark).lower(), ""
            if mark not in self.marks_with_arrows:
                route = routes.get(mark) or plain_route(self._ends(mark))
                self._link(route, None if mark in faint else roles[mark], color, dash)

    def _is_faint(self, mark: int, role: Role) -> bool:
        """Whether a link is one of many on a large board."""
        is_large = self.position.rules.board.size > MAX_LINKED_SQUARES
        is_last = not {*self.last_squares}.isdisjoint(self.position.quantum[mark])
        return is_large and role in (Role.QUANTUM, Role.GHOST) and not is_last

    def _routes(self, marks: Set[int]) -> dict[int, Route]:
        ends = {mark: self._ends(mark) for mark in sorted(marks)}
        routes = link_routes([*ends.values()], self._obstacles, self.layout.size)
        return dict(zip(ends, routes, strict=True))

    def _ends(self, mark: int) -> Ends:
        a, b = self.position.quantum[mark]
        if player_of(mark) is Player.O:
            a, b = b, a
        return Ends(self._cell(a, mark), self._cell(b, mark))

    def _link(self, route: Route, role: Role | None, color: str, dash: str) -> None:
        """Draw a link; without a role it is faint."""
        path = shapes.curve_path(route)
        width = self.layout.link_width / (1 if role else 2)
        if role in _GLOWING_ROLES:
            width *= LOOP_SCALE
            pen = self.add_group("glow", stroke_linecap="round", opacity=OPACITY["casing"])
            add(pen, "path", d=path, fill="none", stroke_width=GLOW_SCALE * width)
        opacity = _ROLE_OPACITY.get(role, 1) if role else OPACITY["faint"]
        pen = self.add_group(color, stroke_linecap="round", opacity=opacity)
        link = add(pen, "path", d=path, fill="none", stroke_width=width)
        if dash:
            link.set("stroke-dasharray", dash)

    def small_marks(self) -> None:
        """Draw every mark that does not fill its square."""
        for square, marks in enumerate(self.squares):
            for mark, role in marks.items():
                if role is not Role.CLASSICAL or self.has_small_classical:
                    self._small_mark(square, mark, role)

    def _small_mark(self, square: int, mark: int, role: Role) -> None:
        at, radius = self._cell(square, mark)
        color = player_of(mark).lower()
        if role in _GLOWING_ROLES:
            shapes.add_glow(self.add_group("glow"), at, radius)
        elif role is Role.QUANTUM:
            shapes.add_halo(self.add_group(color), at, radius)
        pen = self.add_group(color, opacity=_ROLE_OPACITY.get(role, 1))
        shapes.add_small_mark(pen, mark, at, self.layout.mark_size(len(str(mark)), radius))
        if role in _DECORATIONS:
            _DECORATIONS[role](pen, at, radius)

    def _cell(self, square: int, mark: int) -> Cell:
        marks = [*self.squares[square]]
        return self.layout.cell(square, marks.index(mark), len(marks))

    @cached_property
    def _obstacles(self) -> Obstacles:
        ink, rims = [*name_ink(self.layout)], []
        for square, marks in enumerate(self.squares):
            for mark, role in marks.items():
                if role is not Role.CLASSICAL or self.has_small_classical:
                    at, radius = self._cell(square, mark)
                    ink += small_mark_ink(mark, at, self.layout.mark_size(len(str(mark)), radius))
                    rims.append(Cell(at, radius))
        for square, mark in self.position.classical.items():
            ink += large_mark_ink(mark, square, self.layout, has_number=self.has_large_numbers)
        return Obstacles(ink, rims)

    # --- large marks -------------------------------------------------------------------------

    def large_marks(self) -> None:
        """Draw classical marks at full size; as watermarks if they are also drawn small."""
        for square, mark in self.position.classical.items():
            gap = self.add_group(self.tile_colors.get(square, "tile"))
            shapes.add_large_mark_gap(gap, mark, self.layout.centre(square), LARGE)
            pen = self.add_group(player_of(mark).lower(), opacity=self._large_opacity)
            shapes.add_large_mark(pen, mark, self.layout.centre(square), LARGE)
            if self.has_large_numbers:
                number = shapes.add_large_number(
                    pen, mark, self.layout.corner(square), LARGE_NUMBER
                )
                shapes.add_gap(gap, number)

    @property
    def has_large_numbers(self) -> bool:
        """Whether numbers of large marks are shown."""
        return numbers_matter(self.position) and not self.has_small_classical

    @property
    def _large_opacity(self) -> float:
        return OPACITY["watermark"] if self.has_small_classical else 1

    # --- arrows ------------------------------------------------------------------------------

    def landing_arrows(self, arrows: Iterable[LandingArrow], before: "Drawing") -> None:
        """Draw where marks would land: arrows between their halves in the picture ``before``.

        They avoid each other.
        """
        drawn = [*arrows]
        ends = [Ends(before._cell(a, mark), before._cell(b, mark)) for mark, a, b, _ in drawn]
        routes = link_routes(ends, before._obstacles, before.layout.size)
        for arrow, route in zip(drawn, routes, strict=True):
            opacity = OPACITY["both"] if arrow.collapse is WhichCollapse.BOTH else 1
            pen = self.add_group("arrow", opacity=opacity)
            is_dashed = arrow.collapse is WhichCollapse.SECOND
            shapes.add_landing_arrow(pen, route, before.layout.link_width, is_dashed=is_dashed)

    def arrows(self, arrows: Iterable[tuple[int, int, str]]) -> None:
        """Draw arrows from tail to head, on top of everything."""
        for tail, head, color in arrows:
            ends = self.layout.centre(tail), self.layout.centre(head)
            shapes.add_arrow(self.add_group(color, opacity=0.8), *ends, 6)


_LINK_ORDER = [Role.QUANTUM, Role.GHOST, Role.STEM, Role.LOOP, Role.CLOSING]
_GLOWING_ROLES = (Role.LOOP, Role.CLOSING)
_ROLE_OPACITY = {role: OPACITY[role] for role in (Role.GHOST, Role.STEM, Role.VANISHED)}
_DECORATIONS = {
    Role.CLOSING: shapes.add_closing_ring,
    Role.STEM: shapes.add_dots,
    Role.CLASSICAL: shapes.add_ring,
}
