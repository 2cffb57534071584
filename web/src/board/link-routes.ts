/**
 * Routes of links and arrows between the halves of marks, past ink and each other; counterpart of
 * `link_routes.py` in `src/qttt/notation`, which explains it.
 */

import type { Cell, Point } from "./layout";
import type { Obstacles } from "./obstacles";
import { CLEARANCE, LINK_COST, type Route, RouteGrid, type Size, distance } from "./route-grid";

const SLOPES = [0.25, -0.25, 0.6, -0.6, 1.2, -1.2, 3, -3] as const;
const FLATTEST = SLOPES[0];
const COSTS = [2, 2, 5, 5, 9, 9, 14, 14] as const;
const REACH = 0.4;
const MAX_REACH = 120;
const MAX_BEND = 16;
const MIN_GAIN = 0.01;
const ROUNDINGS = [0.5, 0.4, 0.3, 0.2, 0.1] as const;

interface Angles {
  readonly first: number;
  readonly last: number;
  readonly cost: number;
}

/** Pairs of angles, the cheapest first. */
const ANGLES: readonly Angles[] = SLOPES.flatMap((first, i) =>
  SLOPES.map((last, j) => ({ first, last, cost: (COSTS[i] ?? 0) + (COSTS[j] ?? 0) })),
).sort((a, b) => a.cost - b.cost);

/** The two halves that a link connects. */
export interface Ends {
  readonly start: Cell;
  readonly end: Cell;
}

/** Routes of the last boards: the same links are drawn again after most taps. */
const recent = new Map<string, readonly Route[]>();
const MAX_RECENT = 8;

/**
 * The routes of links in a picture of that size, past obstacles and each other. They prefer to bend
 * to their left, so that opposite links do not coincide. Short links are first.
 */
export function linkRoutes(
  links: readonly Ends[],
  { ink, rims }: Obstacles,
  { width, height }: Size,
): readonly Route[] {
  if (links.length === 0) return [];
  const plain = (cells: readonly Cell[]): number[] =>
    cells.flatMap(({ at, radius }) => [at.x, at.y, radius]);
  const ends = links.flatMap(({ start, end }) => plain([start, end]));
  const key = [width, height, ends, plain(rims), plain(ink)].join(" ");
  const routes = recent.get(key) ?? newRoutes(links, { ink, rims }, { width, height });
  recent.delete(key);
  recent.set(key, routes);
  for (const [oldest] of recent) if (recent.size > MAX_RECENT) recent.delete(oldest);
  return routes;
}

function newRoutes(links: readonly Ends[], obstacles: Obstacles, size: Size): Route[] {
  if (links.length === 0) return [];
  const grid = new RouteGrid(size, obstacles);
  const length = ({ start, end }: Ends): number => distance(start.at, end.at);
  const order = [...links.entries()].sort(([, a], [, b]) => length(a) - length(b));
  const first = order.map(([i, ends]) => {
    const { curve } = bestCurve(grid, ends);
    const cost = grid.cost(curve, Infinity);
    grid.add(curve, LINK_COST);
    return { i, ends, curve, cost };
  });
  const routes: Route[] = [];
  for (const { i, ends, curve, cost } of first) {
    grid.add(curve, -LINK_COST);
    const isCrossed = grid.touchesInk(curve) || grid.cost(curve, cost) > cost;
    routes[i] = isCrossed ? bestRoute(grid, ends) : curve;
    grid.add(routes[i], LINK_COST);
  }
  return routes;
}

/** The route that avoids nothing. */
export function plainRoute(ends: Ends): Route {
  return curveOf(ends, ANGLES[0] as Angles);
}

function bestRoute(grid: RouteGrid, ends: Ends): Route {
  const { curve, cost } = bestCurve(grid, ends);
  if (!grid.hasWays || !grid.touchesInk(curve)) return curve;
  const way = rounded(grid, straightened(grid, grid.way(ends.start, ends.end)));
  return grid.cost(way, cost) < cost ? way : curve;
}

function bestCurve(grid: RouteGrid, ends: Ends): { curve: Route; cost: number } {
  let best = { curve: plainRoute(ends), cost: Infinity };
  for (const angles of ANGLES) {
    if (angles.cost >= best.cost) break;
    const curve = curveOf(ends, angles);
    const cost = angles.cost + grid.cost(curve, best.cost - angles.cost);
    if (cost < best.cost - MIN_GAIN) best = { curve, cost };
  }
  return best;
}

function curveOf({ start, end }: Ends, { first, last }: Angles): Route {
  const length = distance(start.at, end.at);
  const reach = Math.min(REACH * length, MAX_REACH);
  const [x, y] = [(end.at.x - start.at.x) / length, (end.at.y - start.at.y) / length];
  const flattest = Math.min(FLATTEST, MAX_BEND / reach);
  /** The point at the rim, and the control point. */
  const ends = ({ at, radius }: Cell, angle: number, side: number): [Point, Point] => {
    const slope = Math.abs(angle) === FLATTEST ? Math.sign(angle) * flattest : angle;
    const norm = side / Math.sqrt(1 + slope * slope);
    const [dx, dy] = [(x + side * slope * y) * norm, (y - side * slope * x) * norm];
    const along = (far: number): Point => ({ x: at.x + far * dx, y: at.y + far * dy });
    return [along(radius + CLEARANCE), along(reach)];
  };
  const [a, b] = ends(start, first, 1);
  const [d, c] = ends(end, last, -1);
  return [a, b, c, d];
}

/** The corners of a way: points that straight lines cannot skip without touching ink. */
function straightened(grid: RouteGrid, way: readonly Point[]): Point[] {
  const corners = way.slice(0, 1);
  for (let last = 0; last < way.length - 1;) {
    let next = way.length - 1;
    while (next > last + 1 && grid.touchesInk(line(way[last] as Point, way[next] as Point))) next--;
    last = next;
    corners.push(way[last] as Point);
  }
  return corners;
}

/** Round the corners of a way as far as no ink is touched. */
function rounded(grid: RouteGrid, corners: readonly Point[]): Route {
  const route = corners.slice(0, 1);
  const to = (point: Point): Point[] => line(route.at(-1) as Point, point).slice(1);
  for (let i = 1; i < corners.length - 1; i++) {
    const [before, corner, after] = corners.slice(i - 1, i + 2) as [Point, Point, Point];
    const arcs = ROUNDINGS.map((share) => arc(before, corner, after, share));
    const chosen = arcs.find((each) => !grid.touchesInk(each)) ?? (arcs.at(-1) as Route);
    route.push(...to(chosen[0] as Point), ...chosen.slice(1));
  }
  return [...route, ...to(corners.at(-1) as Point)];
}

function arc(before: Point, corner: Point, after: Point, share: number): Route {
  const [start, end] = [between(corner, before, share), between(corner, after, share)];
  return [start, between(start, corner, 2 / 3), between(end, corner, 2 / 3), end];
}

function line(start: Point, end: Point): Route {
  return [start, between(start, end, 1 / 3), between(start, end, 2 / 3), end];
}

function between(a: Point, b: Point, share: number): Point {
  return { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) };
}
