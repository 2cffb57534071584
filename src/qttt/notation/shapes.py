"""SVG elements of a picture: marks, links, glow, bands and arrows.

Their parent fills and strokes with their colour, and each says which of the two it does not use.
Unlike ``currentColor``, this is understood by all programs that show SVG.
"""

from collections.abc import Sequence
from math import hypot
from xml.etree.ElementTree import Element, SubElement

from qttt.game import Player, player_of

from .theme import (
    ARROW,
    ARROW_DASH,
    LARGE,
    LARGE_WEIGHT,
    MARK_GAP,
    NAME_GAP,
    OPACITY,
    RADIUS,
    TILE,
    WEIGHT,
    MarkSize,
    Point,
)


def add(parent: Element, tag: str, **attributes: str | float) -> Element:
    """Append a child; ``stroke_width=2.0`` becomes ``stroke-width="2"``."""
    attrib = {name.rstrip("_").replace("_", "-"): _text(v) for name, v in attributes.items()}
    return SubElement(parent, tag, attrib)


def _text(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")


def add_symbol(
    parent: Element,
    player: Player,
    at: Point,
    height: float,
    weight: float,
    stroke_width: float | None = None,
) -> None:
    """Add an X or O of that height and weight centred at ``at``; by default stroked with it."""
    stroke: dict[str, str | float] = {
        "fill": "none",
        "stroke_width": stroke_width or weight,
        "stroke_linecap": "round",
    }
    if player is Player.O:
        add(parent, "circle", cx=at.x, cy=at.y, r=(height - weight) / 2, **stroke)
        return
    arm = (height - weight) * 0.46
    ends = [(at.x + a * arm, at.y + b * arm) for a, b in ((-1, -1), (1, 1), (1, -1), (-1, 1))]
    add(parent, "path", d=f"{_polyline(ends[:2])} {_polyline(ends[2:])}", **stroke)


def _polyline(points: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{_text(x)} {_text(y)}" for x, y in points)


def add_small_mark(parent: Element, mark: int, at: Point, size: MarkSize) -> None:
    """Add a mark whose symbol is centred at ``at``, with its number."""
    add_symbol(parent, player_of(mark), at, size.height, WEIGHT * size.height)
    add_number(parent, mark, Point(at.x + size.at.x, at.y + size.at.y), size.number)


def add_large_mark(parent: Element, mark: int, centre: Point, height: float) -> None:
    """Add a mark in the middle of a tile."""
    add_symbol(parent, player_of(mark), centre, height, LARGE_WEIGHT * height)


def add_large_mark_gap(parent: Element, mark: int, centre: Point, height: float) -> None:
    """Add the gap in bands around a large mark."""
    weight = LARGE_WEIGHT * height
    add_symbol(parent, player_of(mark), centre, height, weight, weight + 2 * MARK_GAP)


def add_large_number(parent: Element, mark: int, corner: Point, size: float) -> Element:
    """Add the number of a large mark, in the lower right corner of its tile."""
    inset = 0.5 * size
    text = add_number(parent, mark, Point(corner.x + TILE - inset, corner.y + TILE - inset), size)
    text.set("text-anchor", "end")
    return text


def add_number(parent: Element, mark: int, at: Point, size: float) -> Element:
    """Add a number, starting at ``at`` on the baseline."""
    text = add(parent, "text", x=at.x, y=at.y, font_size=size, font_weight="400", stroke="none")
    text.text = str(mark)
    return text


def add_gap(parent: Element, text: Element) -> None:
    """Add the gap in bands around a text."""
    gap = SubElement(parent, "text", text.attrib)
    gap.text = text.text
    del gap.attrib["stroke"]
    gap.attrib |= {"stroke-width": _text(NAME_GAP * 2), "stroke-linejoin": "round"}


def add_tile_ring(parent: Element, corner: Point, width: float) -> None:
    """Add a ring just inside a tile."""
    x, y, side = corner.x + width / 2, corner.y + width / 2, TILE - width
    ring = add(parent, "rect", x=x, y=y, width=side, height=side, rx=RADIUS - width / 2)
    ring.attrib |= {"fill": "none", "stroke-width": _text(width)}


def add_halo(parent: Element, at: Point, radius: float) -> None:
    """Add the halo of a quantum mark."""
    add(parent, "circle", cx=at.x, cy=at.y, r=radius, stroke="none", opacity=OPACITY["halo"])


def add_glow(parent: Element, at: Point, radius: float) -> None:
    """Add the glow of a mark on the pending loop."""
    add(parent, "circle", cx=at.x, cy=at.y, r=radius, stroke="none", opacity=OPACITY["glow"])
    _ring(parent, at, 0.95 * radius, 0.1 * radius)


def curve_path(curve: Sequence[Point]) -> str:
    """The path of a curve of cubic parts."""
    start, *others = (f"{_text(x)} {_text(y)}" for x, y in curve)
    parts = (" ".join(others[i : i + 3]) for i in range(0, len(others), 3))
    return f"M{start}" + "".join(f"C{part}" for part in parts)


def _towards(start: Point, end: Point, distance: float) -> Point:
    length = hypot(end.x - start.x, end.y - start.y)
    scale = distance / length
    return Point(start.x + (end.x - start.x) * scale, start.y + (end.y - start.y) * scale)


def add_closing_ring(parent: Element, at: Point, radius: float) -> None:
    """Add a ring at the rim of the mark that closed a loop."""
    _ring(parent, at, radius, 0.08 * radius)


def add_dots(parent: Element, at: Point, radius: float) -> None:
    """Add a dotted ring around a stem."""
    ring = _ring(parent, at, 0.91 * radius, 0.09 * radius)
    ring.set("stroke-dasharray", f"0.1 {_text(0.25 * radius)}")


def add_ring(parent: Element, at: Point, radius: float) -> None:
    """Add a ring around a mark that stayed, among vanished ones."""
    _ring(parent, at, 0.91 * radius, 0.09 * radius)


def _ring(parent: Element, at: Point, radius: float, weight: float) -> Element:
    ring = add(parent, "circle", cx=at.x, cy=at.y, r=radius, stroke_width=weight)
    ring.attrib |= {"fill": "none", "stroke-linecap": "round"}
    return ring


def add_band(parent: Element, first: Point, last: Point, width: float) -> None:
    """Add a broad stroke through a line, extending beyond the middles of its end squares."""
    line = _polyline([_towards(first, last, -0.5 * LARGE), _towards(last, first, -0.5 * LARGE)])
    add(parent, "path", d=line, fill="none", stroke_width=width, stroke_linecap="round")


def add_arrow(parent: Element, tail: Point, head: Point, size: float) -> None:
    """Add an arrow; a ring if both ends are equal."""
    if tail == head:
        _ring(parent, head, 7 * size, size)
        return
    base = _towards(head, tail, 2.6 * size)
    shaft = _polyline([_towards(tail, head, 2 * size), base])
    add(parent, "path", d=shaft, fill="none", stroke_width=size)
    _add_arrowhead(parent, base, head)


def add_landing_arrow(
    parent: Element, route: Sequence[Point], link_width: float, *, is_dashed: bool
) -> None:
    """Add an arrow along a cubic curve, from the half that vanishes to the half that stays."""
    *shaft, other, end = route
    size = ARROW * link_width
    base = _towards(end, other, 2.6 * size)
    path = curve_path((*shaft, other, base))
    line = add(parent, "path", d=path, stroke_width=size, fill="none")
    if is_dashed:
        line.set("stroke-dasharray", " ".join(_text(n * link_width) for n in ARROW_DASH))
    _add_arrowhead(parent, base, end)


def _add_arrowhead(parent: Element, base: Point, head: Point) -> None:
    """Add a triangle; the ratio of its width to its length is 2.2 to 2.6."""
    dx, dy = (head.x - base.x) / 2.6 * 1.1, (head.y - base.y) / 2.6 * 1.1
    triangle = _polyline([(base.x - dy, base.y + dx), (base.x + dy, base.y - dx), head]) + "Z"
    add(parent, "path", d=triangle, stroke="none")
