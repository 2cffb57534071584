"""Rendering of positions to arrays of pixels.

Rasterizes the few kinds of elements in ``qttt.notation.svg``. The distance of each pixel to a
shape gives antialiased edges.
"""

import re
from collections.abc import Iterator, Mapping
from math import ceil
from xml.etree.ElementTree import Element, fromstring

import numpy as np
import numpy.typing as npt

from qttt.game import Position
from qttt.notation.svg import board_svg

Points = npt.NDArray[np.float64]
"""Points of a line, of shape (points, 2)."""

Pixels = npt.NDArray[np.uint8]

_SVG = "{http://www.w3.org/2000/svg}"
_CURVE = np.linspace(0, 1, 17)[:, None]
_CIRCLE = np.linspace(0, 2 * np.pi, 73)
_DIGIT_WIDTH, _DIGIT_HEIGHT, _DIGIT_STEP, _DIGIT_STROKE = 0.4, 0.68, 0.58, 0.12
"""For font size 1."""

_DIGITS = (
    "0 2 2 0 8 0 10 2 10 8 8 10 2 10 0 8 0 2",
    "2 2 6 0 6 10",
    "0 2 2 0 8 0 10 2 10 4 0 10 10 10",
    "0 1 3 0 7 0 10 2 10 3 7 5 4 5 7 5 10 7 10 8 7 10 3 10 0 9",
    "7 10 7 0 0 7 10 7",
    "9 0 1 0 0 5 3 4 7 4 10 6 10 8 7 10 2 10 0 9",
    "9 1 7 0 4 0 0 4 0 8 3 10 7 10 10 8 10 6 7 4 3 4 0 6",
    "0 0 10 0 4 10",
    "3 5 0 3 0 2 3 0 7 0 10 2 10 3 7 5 3 5 0 7 0 8 3 10 7 10 10 8 10 7 7 5",
    "1 9 3 10 6 10 10 6 10 2 7 0 3 0 0 2 0 4 3 6 7 6 10 4",
)
"""The strokes of each digit, in tenths of its width and height."""


def render_pixels(position: Position, size: int = 480, *, dark: bool = False) -> Pixels:
    """Return the board without coordinates as uint8 of shape (height, ``size``, 3).

    Raises ``ValueError`` for a size below 16. Cost on 3×3 at the default size: about 6 ms.
    """
    if size < 16:
        raise ValueError(f"size must be at least 16 pixels, not {size}")
    root = fromstring(board_svg(position, coordinates=False, dark=dark))  # noqa: S314  generated text
    width, height = (float(n) for n in root.attrib["viewBox"].split()[2:])
    canvas = _Canvas(size / width, ceil(height * size / width), size)
    for group in root.iter(f"{_SVG}g"):
        for shape in group:
            canvas.draw(shape, group.attrib)
    return (canvas.colors * 255 + 0.5).astype(np.uint8)


class _Canvas:
    """An RGB image; lengths are in units of the SVG, of ``scale`` pixels each."""

    def __init__(self, scale: float, height: int, width: int) -> None:
        self.scale = scale
        self.colors = np.ones((height, width, 3))

    def draw(self, shape: Element, group: Mapping[str, str]) -> None:
        kind, style = shape.tag.removeprefix(_SVG), {**group, **shape.attrib}
        opacity = float(group.get("opacity", 1)) * float(shape.get("opacity", 1))
        color = np.array([int(group["color"][i : i + 2], 16) for i in (1, 3, 5)]) / 255
        if kind == "rect":
            self._rectangle(shape, color)
        elif kind == "circle" and style.get("fill") == "currentColor":
            self._stroke([_centre(shape)], 2 * float(shape.attrib["r"]), color, opacity)
        elif pattern := shape.get("stroke-dasharray"):
            for line in _lines(shape):
                for dash in _dashes(line, [float(n) for n in pattern.split()]):
                    self._stroke([dash], _weight(shape), color, opacity)
        else:
            self._stroke(_lines(shape), _weight(shape), color, opacity)

    def _rectangle(self, shape: Element, color: Points) -> None:
        x, y, width, height, r = (
            float(shape.get(n, 0)) for n in ("x", "y", "width", "height", "rx")
        )
        half = np.array([width, height]) / 2
        middle = np.array([x, y]) + half
        rows, columns, at = self._around(np.array([middle - half, middle + half]), 0)
        beyond = np.maximum(np.abs(at - middle) - half + r, 0)
        self._paint(rows, columns, np.hypot(beyond[..., 0], beyond[..., 1]) - r, color, 1)

    def _stroke(self, lines: list[Points], weight: float, color: Points, opacity: float) -> None:
        """Draw lines of this width with round ends; a line of one point is a disc."""
        rows, columns, at = self._around(np.concatenate(lines), weight / 2)
        nearest = np.full(at.shape[:2], np.inf)
        for line in lines:
            for start, end in zip(line, line[1:] if len(line) > 1 else line, strict=False):
                np.minimum(nearest, _distance(at, start, end), out=nearest)
        self._paint(rows, columns, nearest - weight / 2, color, opacity)

    def _around(self, points: Points, margin: float) -> tuple[slice, slice, Points]:
        """Return the pixels within ``margin`` of the points, and the centre of each."""
        low = np.floor((points.min(axis=0) - margin) * self.scale - 1).astype(int)
        high = np.ceil((points.max(axis=0) + margin) * self.scale + 1).astype(int)
        columns = slice(max(low[0], 0), min(high[0], self.colors.shape[1]))
        rows = slice(max(low[1], 0), min(high[1], self.colors.shape[0]))
        y, x = np.mgrid[rows, columns]
        return rows, columns, (np.stack([x, y], axis=-1) + 0.5) / self.scale

    def _paint(
        self, rows: slice, columns: slice, outside: Points, color: Points, opacity: float
    ) -> None:
        """Blend ``color`` into the pixels; ``outside`` is the signed distance from the shape."""
        cover = opacity * np.clip(0.5 - outside * self.scale, 0, 1)[..., None]
        window = self.colors[rows, columns]
        window += cover * (color - window)


def _centre(shape: Element) -> Points:
    return np.array([[float(shape.attrib["cx"]), float(shape.attrib["cy"])]])


def _weight(shape: Element) -> float:
    if shape.tag == f"{_SVG}text":
        return _DIGIT_STROKE * float(shape.attrib["font-size"])
    return float(shape.attrib["stroke-width"])


def _lines(shape: Element) -> list[Points]:
    if shape.tag == f"{_SVG}text":
        return list(_number(shape))
    if shape.tag == f"{_SVG}circle":
        turn = np.stack([np.cos(_CIRCLE), np.sin(_CIRCLE)], axis=-1)
        return [_centre(shape) + float(shape.attrib["r"]) * turn]
    return [_curve(part) for part in shape.attrib["d"].split("M")[1:]]


def _curve(text: str) -> Points:
    """Return a polyline, or a quadratic Bézier curve as one."""
    numbers = np.array([float(n) for n in re.findall(r"-?[\d.]+", text)]).reshape(-1, 2)
    if "Q" not in text:
        return numbers
    start, control, end = numbers
    arc: Points = (1 - _CURVE) ** 2 * start + 2 * _CURVE * (1 - _CURVE) * control + _CURVE**2 * end
    return arc


def _dashes(line: Points, pattern: list[float]) -> Iterator[Points]:
    """Split a line by a pattern of dash, gap, dash, gap lengths; yield the dashes."""
    steps = np.hypot(*np.diff(line, axis=0).T)
    along = np.concatenate([[0], np.cumsum(steps)])
    at, turn = 0.0, 0
    while at < along[-1]:
        end = min(at + pattern[turn % len(pattern)], along[-1])
        if turn % 2 == 0:
            inner = along[(along > at) & (along < end)]
            marks = np.concatenate([[at], inner, [end]])
            yield np.stack([np.interp(marks, along, line[:, i]) for i in (0, 1)], axis=-1)
        at, turn = end, turn + 1


def _number(shape: Element) -> Iterator[Points]:
    size, text = float(shape.attrib["font-size"]), shape.text or ""
    x, y = float(shape.attrib["x"]), float(shape.attrib["y"])
    if shape.get("text-anchor") == "end":
        x -= _DIGIT_STEP * size * len(text)
    box = size * np.array([_DIGIT_WIDTH, _DIGIT_HEIGHT])
    for i, digit in enumerate(text):
        corner = np.array([x + (i + 0.15) * _DIGIT_STEP * size, y - box[1]])
        strokes = np.array([int(n) for n in _DIGITS[int(digit)].split()]).reshape(-1, 2)
        yield corner + strokes / 10 * box


def _distance(at: Points, start: Points, end: Points) -> Points:
    along, length = end - start, float(np.dot(end - start, end - start))
    share = np.clip(((at - start) @ along) / length, 0, 1) if length else np.zeros(at.shape[:2])
    rest = at - start - share[..., None] * along
    distance: Points = np.hypot(rest[..., 0], rest[..., 1])
    return distance
