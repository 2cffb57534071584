"""Routes of links and arrows between the halves of a mark, past other marks and names of squares.

::

              ╭─────╮
        ╭──╮  │     │      a link leaves the rim of one half at an angle to the straight line, and
    (A)─╯   ╲ ╰─────╯      arrives at that of the other; of the 64 pairs of angles one that crosses
             ╰───(B)       as little as possible is drawn

Only square roots are taken, so that the web app finds the same routes.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from math import ceil, copysign, inf, sqrt

from .theme import Cell, Point

SLOPES = (0.25, -0.25, 0.6, -0.6, 1.2, -1.2, 3, -3)
"""Tangents of the angles between an end and the straight line, positive to its left."""
COSTS = (2, 2, 5, 5, 9, 9, 14, 14)
"""What each angle costs: the length of a mark's middle that can be crossed instead."""
ROUTES = sorted(product(range(8), repeat=2), key=lambda ends: COSTS[ends[0]] + COSTS[ends[1]])
"""Pairs of angles, the cheapest first."""
REACH = 0.4
MAX_REACH = 120
"""How far an end keeps its angle, in lengths of the link, and at most."""
MAX_BEND = 16
"""How far the flattest ends of long links bend."""
CLEARANCE = 2
"""Distance of links from obstacles, and of their ends from the rims."""
ARROW_GAP = 14
"""Distance of a landing arrow from the middle of the opposite one."""
STEP = 8
MIN_STEPS, MAX_STEPS = 8, 32
"""Distance of the points that are compared with obstacles, and limits of their number."""
MIN_GAIN = 0.01
"""Routes whose costs differ by less are equally good; the first is drawn."""

Route = tuple[Point, Point, Point, Point]
"""Start, two control points and end of a cubic curve."""


def link_route(start: Cell, end: Cell, obstacles: Sequence[Cell], size: Point) -> Route:
    """Return a route between two rims in a picture of that size, past obstacles where possible.

    It prefers to bend to its left, so that opposite links do not coincide.
    """
    near = [*_near(start.at, end.at, obstacles)]
    best, least = _route(start, end, *ROUTES[0]), inf
    for ends in ROUTES:
        turning = sum(COSTS[end] for end in ends)
        if turning >= least:
            break
        route = _route(start, end, *ends)
        cost = turning + _crossed(route, near, size, least - turning)
        if cost < least - MIN_GAIN:
            best, least = route, cost
    return best


def middle(route: Route) -> Point:
    """Return the middle of a route."""
    a, b, c, d = route
    return Point((a.x + 3 * b.x + 3 * c.x + d.x) / 8, (a.y + 3 * b.y + 3 * c.y + d.y) / 8)


def _near(start: Point, end: Point, obstacles: Sequence[Cell]) -> Iterator[Cell]:
    """Yield the obstacles that a route can reach."""
    length = _length(start, end)
    x, y = (start.x + end.x) / 2, (start.y + end.y) / 2
    for at, radius in obstacles:
        reach = length / 2 + min(REACH * length, MAX_REACH) + radius
        if (at.x - x) ** 2 + (at.y - y) ** 2 < reach * reach:
            yield Cell(at, radius + CLEARANCE)


def _route(start: Cell, end: Cell, first: int, last: int) -> Route:
    length = _length(start.at, end.at)
    reach = min(REACH * length, MAX_REACH)
    x, y = (end.at.x - start.at.x) / length, (end.at.y - start.at.y) / length
    flattest = min(SLOPES[0], MAX_BEND / reach)

    def ends(at: Point, radius: float, slope: float, side: int) -> tuple[Point, Point]:
        """The point at the rim, and the control point."""
        if abs(slope) == SLOPES[0]:
            slope = copysign(flattest, slope)
        norm = side / sqrt(1 + slope * slope)
        dx, dy = (x + side * slope * y) * norm, (y - side * slope * x) * norm
        return (
            Point(at.x + (radius + CLEARANCE) * dx, at.y + (radius + CLEARANCE) * dy),
            Point(at.x + reach * dx, at.y + reach * dy),
        )

    a, b = ends(*start, SLOPES[first], 1)
    d, c = ends(*end, SLOPES[last], -1)
    return a, b, c, d


def _crossed(route: Route, obstacles: Sequence[Cell], size: Point, most: float) -> float:
    """Return the length of the route in obstacles and outside the picture, or a length over `most`.

    The middle of an obstacle counts in full, its rim not at all.
    """
    a, b, c, d = route
    steps = max(MIN_STEPS, min(MAX_STEPS, ceil(_length(a, d) / STEP)))
    step = _length(a, d) / steps
    crossed = 0.0
    for i in range(steps + 1):
        if crossed > most:
            break
        t = i / steps
        u = 1 - t
        p, q, r, s = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        x = p * a.x + q * b.x + r * c.x + s * d.x
        y = p * a.y + q * b.y + r * c.y + s * d.y
        if not (CLEARANCE < x < size.x - CLEARANCE and CLEARANCE < y < size.y - CLEARANCE):
            crossed += step
        for at, radius in obstacles:
            dx, dy = x - at.x, y - at.y
            share = (dx * dx + dy * dy) / (radius * radius)
            if share < 1:
                crossed += (1 - share) * step
    return crossed


def _length(start: Point, end: Point) -> float:
    dx, dy = end.x - start.x, end.y - start.y
    return sqrt(dx * dx + dy * dy)
