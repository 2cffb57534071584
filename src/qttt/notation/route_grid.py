"""What a route through a picture costs, as a grid, and the cheapest way through it.

Each cell has the cost of a unit of length in it: much in ink, some on other links, and little
inside the rims of marks.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from heapq import heappop, heappush
from itertools import product
from math import ceil, floor, inf, sqrt

from qttt.copies import IndependentCopies

from .obstacles import Obstacles
from .theme import Cell, Point

GRID = 2
"""Side of the cells."""
WAY = 2
"""Distance of the nodes of a way, in cells."""
STEP = 2.5
MIN_STEPS = 8
"""Distance of the points of a curve whose costs are added, and their least number."""
CLEARANCE = 2
"""Distance of the ends of links from the rims."""
INK_MARGIN = 3
"""How far the middle of a link stays away from ink: half its width and half a cell's diagonal."""
MAX_CELLS = 120_000
"""Larger pictures, of more than 6×6 squares, have no ways: finding them would take a second."""
UNIT = 16
"""What a unit of length costs with turning costs of 1."""
RIM_COST, LINK_COST, INK_COST = 8, 64, 16_000
NEIGHBOURS = [
    (down, right, sqrt(down * down + right * right) * GRID)
    for down, right in product((-WAY, 0, WAY), repeat=2)
    if down or right
]
DIRECTIONS = [
    Point(x / sqrt(x * x + y * y), y / sqrt(x * x + y * y))
    for x, y in product(range(-2, 3), repeat=2)
    if max(abs(x), abs(y)) == 2
]
"""Where a way can leave a rim."""

Route = tuple[Point, ...]
"""The start of a curve, then two control points and the end of each of its cubic parts."""


class RouteGrid(IndependentCopies):
    """The costs in a picture of that size; its edge costs as much as ink."""

    def __init__(self, size: Point, obstacles: Obstacles) -> None:
        self._cols, self._rows = ceil(size.x / GRID), ceil(size.y / GRID)
        self._costs = [0] * (self._cols * self._rows)
        self.has_ways = len(self._costs) <= MAX_CELLS
        for at, radius in obstacles.rims:
            self._add_disc(at, radius, RIM_COST)
        for at, radius in obstacles.ink:
            self._add_disc(at, radius + INK_MARGIN, INK_COST)

    def _add_disc(self, at: Point, radius: float, cost: int) -> None:
        for row in _cells(at.y, radius, self._rows):
            dy = (row + 0.5) * GRID - at.y
            width = sqrt(max(0, radius * radius - dy * dy))
            for col in _cells(at.x, width, self._cols):
                self._costs[row * self._cols + col] += cost

    def add(self, route: Route, cost: int) -> None:
        """Add a cost to the cells of a route and their neighbours."""
        cols = self._cols
        cells = {floor(y / GRID) * cols + floor(x / GRID) for x, y in _points(route)}
        around = [down + right for down in (-cols, 0, cols) for right in (-1, 0, 1)]
        for cell in {cell + step for cell in cells for step in around}:
            if 0 <= cell < len(self._costs):
                self._costs[cell] += cost

    def touches_ink(self, route: Route) -> bool:
        """Whether a route comes too close to ink or to the edge."""
        return self.cost(route, INK_COST / UNIT) >= INK_COST / UNIT

    def cost(self, route: Route, most: float) -> float:
        """Return the cost of a route, or one over ``most``."""
        cols, costs, total = self._cols, self._costs, 0.0
        right, low = (cols - 1) * GRID, (self._rows - 1) * GRID
        for a, b, c, d in _parts(route):
            length = distance(a, d)
            steps = _steps(length)
            step = length / steps / UNIT
            for p, q, r, s in _weights(steps):
                x = p * a.x + q * b.x + r * c.x + s * d.x
                y = p * a.y + q * b.y + r * c.y + s * d.y
                is_inside = GRID < x < right and GRID < y < low
                cell = int(y / GRID) * cols + int(x / GRID) if is_inside else 0
                total += (costs[cell] if is_inside else INK_COST) * step
                if total > most:
                    return total
        return total

    def way(self, start: Cell, end: Cell) -> list[Point]:
        """Return the points of the cheapest way between two rims (A*)."""
        goals = self._rim(end)
        costs, before, points = {}, {}, {}
        queue: list[tuple[float, int]] = []
        for node, points[node] in self._rim(start).items():
            costs[node] = 0.0
            heappush(queue, (self._remaining(node, end), node))
        done = set[int]()
        node = -1
        while queue and node not in goals:
            _, node = heappop(queue)
            if node in done:
                continue
            done.add(node)
            for other, price in self._neighbours(node):
                cost = costs[node] + price
                if cost < costs.get(other, inf):
                    costs[other], before[other] = cost, node
                    heappush(queue, (cost + self._remaining(other, end), other))
        way = [goals[node]]
        while node in before:
            way.append(self._point(node))
            node = before[node]
        return [points[node], *reversed(way)]

    def _neighbours(self, node: int) -> Iterator[tuple[int, float]]:
        """Yield the nodes around a node, and what it costs to reach them."""
        row, col = divmod(node, self._cols)
        for down, right, length in NEIGHBOURS:
            if 0 < row + down < self._rows - 1 and 0 < col + right < self._cols - 1:
                step = down * self._cols + right
                cost = self._costs[node + step // WAY] + self._costs[node + step]
                yield node + step, length * (1 + cost / (WAY * UNIT))

    def _rim(self, cell: Cell) -> dict[int, Point]:
        """Return nodes around a rim, with the point at the rim beside each; outside ink if any."""
        rim: dict[bool, dict[int, Point]] = {False: {}, True: {}}
        reach = cell.radius + CLEARANCE
        for x, y in DIRECTIONS:
            point = Point(cell.at.x + reach * x, cell.at.y + reach * y)
            col, row = (floor(v / GRID / WAY) * WAY + 1 for v in point)
            if 0 < row < self._rows - 1 and 0 < col < self._cols - 1:
                node, at = row * self._cols + col, self._cell(*point)
                is_free = max(self._costs[node], self._costs[at]) < INK_COST
                rim[is_free][node] = point
        return rim[True] or rim[False]

    def _cell(self, x: float, y: float) -> int:
        return int(y / GRID) * self._cols + int(x / GRID)

    def _point(self, node: int) -> Point:
        row, col = divmod(node, self._cols)
        return Point((col + 0.5) * GRID, (row + 0.5) * GRID)

    def _remaining(self, node: int, end: Cell) -> float:
        """The least cost of the way from a node to a rim."""
        return max(0.0, distance(self._point(node), end.at) - end.radius - 3 * WAY * GRID)


def distance(a: Point, b: Point) -> float:
    """Return the distance of two points."""
    dx, dy = b.x - a.x, b.y - a.y
    return sqrt(dx * dx + dy * dy)


def _cells(middle: float, reach: float, count: int) -> range:
    """The cells whose middles are that close, on one axis."""
    first, last = (middle - reach) / GRID - 0.5, (middle + reach) / GRID - 0.5
    return range(max(0, ceil(first)), min(count, floor(last) + 1))


def _parts(route: Route) -> Iterator[Route]:
    """Yield the cubic parts of a route."""
    return (route[i : i + 4] for i in range(0, len(route) - 1, 3))


def _points(route: Route) -> Iterable[Point]:
    for a, b, c, d in _parts(route):
        for p, q, r, s in _weights(_steps(distance(a, d))):
            yield Point(
                p * a.x + q * b.x + r * c.x + s * d.x, p * a.y + q * b.y + r * c.y + s * d.y
            )


def _steps(length: float) -> int:
    return max(MIN_STEPS, ceil(length / STEP))


@cache
def _weights(steps: int) -> list[tuple[float, float, float, float]]:
    """The weights of the four points of a curve at evenly spaced parameters."""
    shares = [(i / steps, 1 - i / steps) for i in range(steps + 1)]
    return [(u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t) for t, u in shares]
