"""Landing arrows of a pending loop, computed independently of ``qttt``.

The oracle determines where marks land. Points are complex numbers in the units of
``src/qttt/notation/theme.py``.
"""

import re
from collections import Counter
from collections.abc import Iterator

from tests.oracle import Game, PendingLoop, Where, parse_rules, pending_loop, play

WIDTH, DASH, GAP = 0.17, 0.36, 0.26
"""Sizes of an arrow, in heights of a small mark."""
LENGTH, HALF = 2.6, 1.1
"""Length and half the width of an arrowhead, in widths of the arrow."""
TRIM = 0.85
"""Distance of arrows and links from the middle of a mark, in heights of the mark."""
CROWDED = (4, 0, 8, 2, 6, 3, 5, 1, 7)
"""The order in which marks take the slots of a tile on boards of 10 to 25 squares."""


class Sketch:
    """The positions of marks in a picture after these moves."""

    def __init__(self, rules: str, moves: str, *, has_names: bool) -> None:
        self.game = parse_rules(rules)
        self.where = _played(self.game, moves)
        is_3x3 = (self.game.rows, self.game.cols) == (3, 3)
        max_side = max(self.game.rows, self.game.cols, 3)
        self.origin = 8 + (16 * max_side / 3 if has_names and not is_3x3 else 0)

    @property
    def side(self) -> int:
        """The number of slots per side of a tile."""
        size = len(self.game.squares)
        counts = Counter(square for spots in self.where for square in spots)
        slots = size if size <= 9 else max(9 if size <= 25 else 4, *counts.values())
        return next(n for n in range(1, 27) if n * n >= slots)

    @property
    def height(self) -> float:
        """The height of small marks: 0.6 slots, or less if their subscripts need space."""
        size = len(self.game.squares)
        digits = len(str(size if size <= 25 else len(self.where)))
        return min(0.6 * 80 / self.side, 0.94 * 86 / self.side / (0.9 + 0.58 * 0.74 * digits))

    def spot(self, mark: int, square: int) -> complex:
        """The middle of one half of a mark."""
        slot = mark - 1
        if len(self.game.squares) > 9:
            slot = sum(square in spots for spots in self.where[: mark - 1])
            slot = {2: (0, 3, 1, 2), 3: CROWDED}.get(self.side, range(slot + 1))[slot]
        row, col = divmod(square, self.game.cols)
        down, across = divmod(slot, self.side)
        x = self.origin + 106 * col + 7 + (across + 0.5) * 86 / self.side
        y = self.origin + 106 * row + 14 + (down + 0.5) * 80 / self.side
        return complex(x, y)


def with_arrows(layers: str, sketch: Sketch, preview: str) -> str:
    """Add arrows to the layers of a picture: of the collapse ``preview``, or of both for ``-``.

    The links of marks with an arrow are removed.
    """
    shown = None if preview == "-" else _square(sketch.game, preview[1:])
    loop = pending_loop(sketch.where)
    assert loop is not None
    if shown is None:
        for mark in (*loop.marks, *loop.stems):
            layers = _without_link(layers, sketch, mark)
    return layers + "".join(_arrows(sketch, loop, shown))


def _arrows(sketch: Sketch, loop: PendingLoop, shown: int | None) -> Iterator[str]:
    for mark in sorted((*loop.marks, *loop.stems)):
        for number, square in enumerate(sorted(loop.outcomes)):
            end = loop.outcomes[square][mark]
            (start,) = sketch.where[mark - 1] - {end}
            if mark in loop.stems and number == 0:
                yield _arrow(sketch, mark, start, end, "0.6", "")
            elif mark in loop.marks and shown in (None, square):
                height = sketch.height
                dash = f' stroke-dasharray="{_n(DASH * height)} {_n(GAP * height)}"'
                yield _arrow(sketch, mark, start, end, "1", dash * number)


def _arrow(sketch: Sketch, mark: int, start: int, end: int, opacity: str, dash: str) -> str:
    width = WIDTH * sketch.height
    tail, bend, tip = _arc(sketch, mark, start, end)
    along = (bend - tip) / abs(bend - tip)
    base = tip + LENGTH * width * along
    corners = [base - HALF * width * along * 1j, base + HALF * width * along * 1j]
    point = "L".join(map(_at, [*corners, tip]))
    return (
        f'<g class="qttt-arrow" opacity="{opacity}">'
        f'<path d="M{_at(tail)}Q{_at(bend)} {_at(base)}" stroke="currentColor" '
        f'stroke-width="{_n(width)}" fill="none"{dash} />'
        f'<path d="M{point}Z" fill="currentColor" /></g>'
    )


def _arc(sketch: Sketch, mark: int, start: int, end: int) -> tuple[complex, complex, complex]:
    """Start, control point and end of an arc between the halves of a mark."""
    one, other = sketch.spot(mark, start), sketch.spot(mark, end)
    way = other - one
    bend = one + way / 2 - 1j * way / abs(way) * min(0.14 * abs(way), 24)
    ends = [spot + TRIM * sketch.height * (bend - spot) / abs(bend - spot) for spot in (one, other)]
    return ends[0], bend, ends[1]


def _without_link(layers: str, sketch: Sketch, mark: int) -> str:
    """Remove the link of a mark, which starts from the larger square for O."""
    start, end = sorted(sketch.where[mark - 1], reverse=mark % 2 == 0)
    tail, bend, tip = _arc(sketch, mark, start, end)
    path = re.escape(f'<path d="M{_at(tail)}Q{_at(bend)} {_at(tip)}" ')
    link = rf'<g class="qttt-link\d"[^>]*>{path}[^>]*></g>'
    without, times = re.subn(link, "", layers)
    assert times == 1
    return without


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
