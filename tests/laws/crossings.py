"""Crossings of links with marks, numbers, names and each other, measured from an SVG.

Nothing of the router is used: curves are sampled, and everything has the size in which it is drawn.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, Protocol, TypeVar
from xml.etree.ElementTree import Element, fromstring

import numpy as np
from numpy.typing import NDArray

from qttt.game import Position, Rules
from qttt.notation.svg import board_svg

SVG = "{http://www.w3.org/2000/svg}"
DIGIT_WIDTH, DIGIT_HEIGHT = 0.556, 0.716
"""Of digits in Arimo, in font sizes."""
POINTS = 64
"""On each cubic part of a link."""

Item = TypeVar("Item")

Curve = NDArray[np.float64]
"""Points of a curve, as rows."""
Box = tuple[float, float, float, float]
"""The left, top, right and bottom edge of a text."""


class Crossings(NamedTuple):
    """Links that touch a mark, a number or a name, and pairs of links that touch each other."""

    marks: int
    numbers: int
    names: int
    links: int


def crossings(position: Position) -> Crossings:
    """Count the crossings in the picture of a position."""
    root = fromstring(board_svg(position, dark=False))
    links: list[tuple[Curve, float]] = []
    marks: list[dict[str, str]] = []
    numbers: list[Box] = []
    names: list[Box] = []
    for group in root.iter(f"{SVG}g"):
        name = group.get("class", "").removeprefix("qttt-")
        for element in group:
            style = {**group.attrib, **element.attrib}
            is_curve = "C" in style.get("d", "")
            if is_curve and name != "glow":
                links.append((_curve(style["d"]), float(style["stroke-width"])))
            elif element.tag == f"{SVG}text" and style["stroke"] == "none":
                (names if name == "name" else numbers).append(_box(element, style))
            elif name in ("x", "o") and _is_symbol(style):
                marks.append(style)
    return Crossings(
        sum(_meets_mark(*link, style) for link in links for style in marks),
        sum(_meets_box(*link, box) for link in links for box in numbers),
        sum(_meets_box(*link, box) for link in links for box in names),
        sum(_meet(one, two) for (one, _), (two, _) in combinations(links, 2)),
    )


def _curve(path: str) -> Curve:
    points = np.array(re.findall(r"-?[\d.]+", path), dtype=float).reshape(-1, 2)
    t = np.linspace(0, 1, POINTS)[:, None]
    u = 1 - t
    return np.concatenate(
        [
            u**3 * a + 3 * u * u * t * b + 3 * u * t * t * c + t**3 * d
            for a, b, c, d in (points[i : i + 4] for i in range(0, len(points) - 1, 3))
        ]
    )


def _is_symbol(style: dict[str, str]) -> bool:
    """Whether an element in a player's colour is an X or O, not a ring or a halo."""
    if "d" in style:
        return style["d"].count("M") == 2
    if "r" not in style or style.get("fill") != "none":
        return False
    return float(style["stroke-width"]) / float(style["r"]) > 0.2


def _box(element: Element, style: dict[str, str]) -> Box:
    size, x, y = (float(style[key]) for key in ("font-size", "x", "y"))
    width = DIGIT_WIDTH * size * len(element.text or "")
    x -= width * {"start": 0, "middle": 0.5, "end": 1}[style.get("text-anchor", "start")]
    return x, y - DIGIT_HEIGHT * size, x + width, y


def _meets_box(curve: Curve, width: float, box: Box) -> bool:
    left, top, right, bottom = box
    x = np.maximum(0, np.maximum(left - curve[:, 0], curve[:, 0] - right))
    y = np.maximum(0, np.maximum(top - curve[:, 1], curve[:, 1] - bottom))
    return bool((np.hypot(x, y) < width / 2).any())


def _meets_mark(curve: Curve, width: float, style: dict[str, str]) -> bool:
    reach = (float(style["stroke-width"]) + width) / 2
    if "r" in style:
        away = np.hypot(curve[:, 0] - float(style["cx"]), curve[:, 1] - float(style["cy"]))
        return bool((away < float(style["r"]) + reach).any())
    ends = np.array(re.findall(r"-?[\d.]+", style["d"]), dtype=float).reshape(2, 2, 2)
    return any((_distance(curve, *stroke) < reach).any() for stroke in ends)


def _distance(curve: Curve, a: Curve, b: Curve) -> Curve:
    """The distances from a segment."""
    along = np.clip((curve - a) @ (b - a) / ((b - a) @ (b - a)), 0, 1)
    off = curve - a - along[:, None] * (b - a)
    return np.hypot(off[:, 0], off[:, 1])


def _meet(one: Curve, two: Curve) -> bool:
    """Whether two curves intersect."""
    p, q = one[:-1, None], two[None, :-1]
    r, s = np.diff(one, axis=0)[:, None], np.diff(two, axis=0)[None]
    cross = r[..., 0] * s[..., 1] - r[..., 1] * s[..., 0]
    d = q - p
    with np.errstate(divide="ignore", invalid="ignore"):
        t = (d[..., 0] * s[..., 1] - d[..., 1] * s[..., 0]) / cross
        u = (d[..., 0] * r[..., 1] - d[..., 1] * r[..., 0]) / cross
    return bool(((t >= 0) & (t <= 1) & (u >= 0) & (u <= 1)).any())


class Dice(Protocol):
    """Random choices, for example those of ``random.Random``."""

    def choice(self, items: Sequence[Item], /) -> Item: ...


def random_positions(side: int, count: int, dice: Dice) -> Iterator[Position]:
    """Yield positions with links of random games, half of them with a pending loop if possible."""
    rules = Rules.parse("goff" if side == 3 else f"qubic4 rows={side} cols={side}")
    while count:
        game = [Position(rules)]
        while moves := game[-1].legal_moves:
            game.append(game[-1].play(dice.choice(moves)))
        linked = [position for position in game if position.quantum]
        pending = [position for position in linked if position.has_loop]
        wants_loop = dice.choice((False, True))
        yield dice.choice(pending if pending and wants_loop else linked)
        count -= 1
