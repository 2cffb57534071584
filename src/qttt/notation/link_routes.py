"""Routes of links and arrows between the halves of marks, past ink and each other.

::

              ╭─────╮
        ╭──╮  │     │      a link leaves the rim of one half at an angle to the straight line, and
    (A)─╯   ╲ ╰─────╯      arrives at that of the other; of the 64 pairs of angles the one that
             ╰───(B)       costs least is drawn

Each route adds its cost to the grid, so that later ones avoid it; in a second turn, those that
later ones cross are chosen again. Where every curve touches ink, the cheapest way through the grid
is taken, straightened, and rounded at its corners, in pictures that are small enough.

Only square roots are taken, so that the web app finds the same routes.
"""

from collections.abc import Sequence
from itertools import product
from math import copysign, inf, sqrt
from typing import NamedTuple

from .obstacles import Obstacles
from .route_grid import CLEARANCE, LINK_COST, Route, RouteGrid, distance
from .theme import Cell, Point

SLOPES = (0.25, -0.25, 0.6, -0.6, 1.2, -1.2, 3, -3)
"""Tangents of the angles between an end and the straight line, positive to its left."""
COSTS = (2, 2, 5, 5, 9, 9, 14, 14)
"""What each angle costs: the length inside a rim that can be crossed instead."""
ANGLES = sorted(product(range(8), repeat=2), key=lambda ends: COSTS[ends[0]] + COSTS[ends[1]])
"""Pairs of angles, the cheapest first."""
REACH = 0.4
MAX_REACH = 120
"""How far an end keeps its angle, in lengths of the link, and at most."""
MAX_BEND = 16
"""How far the flattest ends of long links bend."""
MIN_GAIN = 0.01
"""Routes whose costs differ by less are equally good; the first is drawn."""
ROUNDINGS = (0.5, 0.4, 0.3, 0.2, 0.1)
"""Shares of the sides of a corner that are rounded, if ink permits."""


class Ends(NamedTuple):
    """The two halves that a link connects."""

    start: Cell
    end: Cell


def link_routes(links: Sequence[Ends], obstacles: Obstacles, size: Point) -> list[Route]:
    """Return the routes of links in a picture of that size, past obstacles and each other.

    They prefer to bend to their left, so that opposite links do not coincide. Short links are
    first.
    """
    if not links:
        return []
    grid = RouteGrid(size, obstacles)
    order = sorted(range(len(links)), key=lambda i: distance(links[i].start.at, links[i].end.at))
    routes: list[Route] = [()] * len(links)
    costs = [0.0] * len(links)
    for i in order:
        routes[i], _ = _best_curve(grid, links[i])
        costs[i] = grid.cost(routes[i], inf)
        grid.add(routes[i], LINK_COST)
    for i in order:
        grid.add(routes[i], -LINK_COST)
        if grid.touches_ink(routes[i]) or grid.cost(routes[i], costs[i]) > costs[i]:
            routes[i] = _best_route(grid, links[i])
        grid.add(routes[i], LINK_COST)
    return routes


def plain_route(ends: Ends) -> Route:
    """Return the route that avoids nothing."""
    return _curve(*ends, *ANGLES[0])


def _best_route(grid: RouteGrid, ends: Ends) -> Route:
    curve, cost = _best_curve(grid, ends)
    if not grid.has_ways or not grid.touches_ink(curve):
        return curve
    way = _rounded(grid, _straightened(grid, grid.way(*ends)))
    return way if grid.cost(way, cost) < cost else curve


def _best_curve(grid: RouteGrid, ends: Ends) -> tuple[Route, float]:
    best, least = plain_route(ends), inf
    for angles in ANGLES:
        turning = sum(COSTS[angle] for angle in angles)
        if turning >= least:
            break
        curve = _curve(*ends, *angles)
        cost = turning + grid.cost(curve, least - turning)
        if cost < least - MIN_GAIN:
            best, least = curve, cost
    return best, least


def _curve(start: Cell, end: Cell, first: int, last: int) -> Route:
    length = distance(start.at, end.at)
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


def _straightened(grid: RouteGrid, way: Sequence[Point]) -> list[Point]:
    """Return the corners of a way: points that straight lines cannot skip without touching ink."""
    corners, last = [way[0]], 0
    while last < len(way) - 1:
        direct = range(len(way) - 1, last + 1, -1)
        lines = (i for i in direct if not grid.touches_ink(_line(way[last], way[i])))
        last = next(lines, last + 1)
        corners.append(way[last])
    return corners


def _rounded(grid: RouteGrid, corners: Sequence[Point]) -> Route:
    """Round the corners of a way as far as no ink is touched."""
    route = [corners[0]]
    for before, corner, after in zip(corners, corners[1:], corners[2:], strict=False):
        arcs = [_arc(before, corner, after, share) for share in ROUNDINGS]
        arc = next((each for each in arcs if not grid.touches_ink(each)), arcs[-1])
        route += [*_line(route[-1], arc[0])[1:], *arc[1:]]
    return *route, *_line(route[-1], corners[-1])[1:]


def _arc(before: Point, corner: Point, after: Point, share: float) -> Route:
    start, end = _between(corner, before, share), _between(corner, after, share)
    return start, _between(start, corner, 2 / 3), _between(end, corner, 2 / 3), end


def _line(start: Point, end: Point) -> Route:
    return start, _between(start, end, 1 / 3), _between(start, end, 2 / 3), end


def _between(a: Point, b: Point, share: float) -> Point:
    return Point(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y))
