"""Landing arrows of a pending loop, computed independently of ``qttt``.

The oracle determines where marks land; only the curves between halves are those of ``qttt``. Points
are complex numbers in the units of ``src/qttt/notation/theme.py``.
"""

import re
from collections.abc import Iterator

from qttt.game import Rules
from qttt.notation.link_routes import Ends, link_routes
from qttt.notation.obstacles import Obstacles, large_mark_ink, name_ink, small_mark_ink
from qttt.notation.route_grid import Route
from qttt.notation.theme import Cell, Layout, Point
from tests.oracle import Game, PendingLoop, Where, parse_rules, pending_loop, play

LENGTH, HALF = 2.6, 1.1
"""Length and half the width of an arrowhead, in widths of the arrow."""


class Sketch:
    """The positions of marks in a picture after these moves."""

    def __init__(self, rules: str, moves: str, *, has_names: bool) -> None:
        self.game = parse_rules(rules)
        self.where = _played(self.game, moves)
        is_3x3 = (self.game.rows, self.game.cols) == (3, 3)
        max_side = max(self.game.rows, self.game.cols, 3)
        self.layout = Layout.of(Rules.parse(rules).board, has_names)
        self.origin = 8 + (1.6 * 9 * max_side / 3 if has_names and not is_3x3 else 0)

    @property
    def link(self) -> float:
        """The width of a link."""
        return 2.2 * max(4, self.game.rows, self.game.cols) / 4

    def spot(self, mark: int, square: int) -> tuple[complex, float]:
        """The middle of one half of a mark, and its radius."""
        there = [n for n, spots in enumerate(self.where, 1) if square in spots]
        cols = next(n for n in range(1, 27) if n * n >= len(there))
        lines = [there[i : i + cols] for i in range(0, len(there), cols)]
        down = next(n for n, line in enumerate(lines) if mark in line)
        across = lines[down].index(mark)
        width, height = 90 / cols, 90 / len(lines)
        row, col = divmod(square, self.game.cols)
        x = self.origin + 106 * col + 50 + (across - (len(lines[down]) - 1) / 2) * width
        y = self.origin + 106 * row + 50 + (down - (len(lines) - 1) / 2) * height
        return complex(x, y), min(34, 0.48 * min(width, height))

    def routes(self, arrows: list[tuple[int, int, int]]) -> list[Route]:
        """The curves of arrows, each a mark and two squares, past ink and each other."""
        obstacles = Obstacles([*name_ink(self.layout)], [])
        for mark, squares in enumerate(self.where, 1):
            for square in sorted(squares):
                at, radius = self._cell(mark, square)
                if len(squares) == 2:
                    obstacles.ink.extend(
                        small_mark_ink(mark, at, self.layout.mark_size(len(str(mark)), radius))
                    )
                    obstacles.rims.append(Cell(at, radius))
                else:
                    obstacles.ink.extend(large_mark_ink(mark, square, self.layout, has_number=True))
        edge = self.origin + 2
        size = Point(106 * self.game.cols + edge, 106 * self.game.rows + edge)
        ends = [Ends(self._cell(mark, a), self._cell(mark, b)) for mark, a, b in arrows]
        return link_routes(ends, obstacles, size)

    def _cell(self, mark: int, square: int) -> Cell:
        if len(self.where[mark - 1]) == 1:
            row, col = divmod(square, self.game.cols)
            return Cell(Point(self.origin + 106 * col + 50, self.origin + 106 * row + 50), 34)
        spot, radius = self.spot(mark, square)
        return Cell(Point(spot.real, spot.imag), radius)


def with_arrows(layers: str, sketch: Sketch, preview: str) -> str:
    """Add arrows to the layers of a picture: of the collapse ``preview``, or of both for ``-``.

    The links of marks with an arrow are removed.
    """
    shown = None if preview == "-" else _square(sketch.game, preview[1:])
    loop = pending_loop(sketch.where)
    assert loop is not None
    if shown is None:
        layers = _without_last(layers, r"qttt-(?:link\d|x|o)", len(loop.marks) + len(loop.stems))
        layers = _without_last(layers, "qttt-glow", len(loop.marks))
    return layers + "".join(_arrows(sketch, loop, shown))


def _arrows(sketch: Sketch, loop: PendingLoop, shown: int | None) -> Iterator[str]:
    arrows: list[tuple[int, int, int]] = []
    looks: list[tuple[str, str]] = []
    for mark in sorted((*loop.marks, *loop.stems)):
        for number, square in enumerate(sorted(loop.outcomes)):
            end = loop.outcomes[square][mark]
            (start,) = sketch.where[mark - 1] - {end}
            if mark in loop.stems and number == 0:
                arrows.append((mark, start, end))
                looks.append(("0.6", ""))
            elif mark in loop.marks and shown in (None, square):
                arrows.append((mark, start, end))
                dash = f' stroke-dasharray="{_n(2.7 * sketch.link)} {_n(1.9 * sketch.link)}"'
                looks.append(("1", dash * number))
    for route, look in zip(sketch.routes(arrows), looks, strict=True):
        yield _arrow(sketch, route, *look)


def _arrow(sketch: Sketch, route: Route, opacity: str, dash: str) -> str:
    width = 1.3 * sketch.link
    *shaft, other, tip = (complex(*point) for point in route)
    along = (other - tip) / abs(other - tip)
    base = tip + LENGTH * width * along
    corners = [base - HALF * width * along * 1j, base + HALF * width * along * 1j]
    point = "L".join(map(_at, [*corners, tip]))
    tail, *rest = (_at(each) for each in (*shaft, other, base))
    curve = "".join(f"C{' '.join(rest[i : i + 3])}" for i in range(0, len(rest), 3))
    return (
        f'<g class="qttt-arrow" opacity="{opacity}">'
        f'<path d="M{tail}{curve}" '
        f'stroke-width="{_n(width)}" fill="none"{dash} />'
        f'<path d="M{point}Z" stroke="none" /></g>'
    )


def _without_last(layers: str, name: str, count: int) -> str:
    """Remove the last links or glows of links of that class: those of the marks that land."""
    links = [*re.finditer(rf'<g class="{name}"[^>]* stroke-linecap[^>]*><path [^>]*></g>', layers)]
    for link in reversed(links[len(links) - count :]):
        layers = layers[: link.start()] + layers[link.end() :]
    return layers


def _at(point: complex) -> str:
    return f"{_n(point.real)} {_n(point.imag)}"


def _n(length: float) -> str:
    return f"{length:.2f}".rstrip("0").rstrip(".")


def _played(game: Game, moves: str) -> Where:
    where: Where = ()
    for text in moves.split():
        squares = [_square(game, name) for name in re.findall(r"\d|[a-z]\d+", text)]
        kind = "collapse" if "@" in text else "place"
        where = play(where, (kind, squares[0], squares[-1]))
    return where


def _square(game: Game, name: str) -> int:
    if name.isdigit():
        return int(name) - 1
    return (int(name[1:]) - 1) * game.cols + ord(name[0]) - ord("a")
