/**
 * Routes of links and arrows between the halves of a mark, past other marks and the names of
 * squares; counterpart of `link_routes.py` in `src/qttt/notation`, which explains it.
 */

import type { Cell, Point } from "./layout";

const SLOPES = [0.25, -0.25, 0.6, -0.6, 1.2, -1.2, 3, -3] as const;
const FLATTEST = SLOPES[0];
const COSTS = [2, 2, 5, 5, 9, 9, 14, 14] as const;
const REACH = 0.4;
const MAX_REACH = 120;
const MAX_BEND = 16;
const CLEARANCE = 2;
/** Distance of a landing arrow from the middle of the opposite one. */
export const ARROW_GAP = 14;
const STEP = 8;
const [MIN_STEPS, MAX_STEPS] = [8, 32] as const;
const MIN_GAIN = 0.01;

interface Angles {
  readonly first: number;
  readonly last: number;
  readonly cost: number;
}

/** Pairs of angles, the cheapest first. */
const ROUTES: readonly Angles[] = SLOPES.flatMap((first, i) =>
  SLOPES.map((last, j) => ({ first, last, cost: (COSTS[i] ?? 0) + (COSTS[j] ?? 0) })),
).sort((a, b) => a.cost - b.cost);

/** Start, two control points and end of a cubic curve. */
export type Route = readonly [Point, Point, Point, Point];

type Size = Readonly<Record<"width" | "height", number>>;

/**
 * A route between two rims in a picture of that size, past obstacles where possible. It prefers to
 * bend to its left, so that opposite links do not coincide.
 */
export function linkRoute(start: Cell, end: Cell, obstacles: readonly Cell[], size: Size): Route {
  const near = nearest(start.at, end.at, obstacles);
  let [best, least] = [routeOf(start, end, ROUTES[0] as Angles), Infinity];
  for (const angles of ROUTES) {
    if (angles.cost >= least) break;
    const route = routeOf(start, end, angles);
    const cost = angles.cost + crossed(route, near, size, least - angles.cost);
    if (cost < least - MIN_GAIN) [best, least] = [route, cost];
  }
  return best;
}

export function middleOf([a, b, c, d]: Route): Point {
  const middle = (axis: "x" | "y"): number => (a[axis] + 3 * b[axis] + 3 * c[axis] + d[axis]) / 8;
  return { x: middle("x"), y: middle("y") };
}

/**
 * The x and y coordinate and the radius of each obstacle that a route can reach, in one array,
 * because they are read very often.
 */
function nearest(start: Point, end: Point, obstacles: readonly Cell[]): Float64Array {
  const length = lengthOf(start, end);
  const reach = length / 2 + Math.min(REACH * length, MAX_REACH);
  const [x, y] = [(start.x + end.x) / 2, (start.y + end.y) / 2];
  const near: number[] = [];
  for (const { at, radius } of obstacles) {
    const dx = at.x - x;
    const dy = at.y - y;
    const most = reach + radius;
    if (dx * dx + dy * dy < most * most) near.push(at.x, at.y, radius + CLEARANCE);
  }
  return Float64Array.from(near);
}

function routeOf(start: Cell, end: Cell, { first, last }: Angles): Route {
  const length = lengthOf(start.at, end.at);
  const reach = Math.min(REACH * length, MAX_REACH);
  const [x, y] = [(end.at.x - start.at.x) / length, (end.at.y - start.at.y) / length];
  const flattest = Math.min(FLATTEST, MAX_BEND / reach);
  /** The point at the rim, and the control point. */
  const ends = ({ at, radius }: Cell, angle: number, side: number): [Point, Point] => {
    const slope = Math.abs(angle) === FLATTEST ? Math.sign(angle) * flattest : angle;
    const norm = side / Math.sqrt(1 + slope * slope);
    const [dx, dy] = [(x + side * slope * y) * norm, (y - side * slope * x) * norm];
    const along = (distance: number): Point => ({
      x: at.x + distance * dx,
      y: at.y + distance * dy,
    });
    return [along(radius + CLEARANCE), along(reach)];
  };
  const [a, b] = ends(start, first, 1);
  const [d, c] = ends(end, last, -1);
  return [a, b, c, d];
}

/**
 * The length of the route in obstacles and outside the picture, or a length over `most`. The middle
 * of an obstacle counts in full, its rim not at all.
 */
function crossed([a, b, c, d]: Route, near: Float64Array, size: Size, most: number): number {
  const distance = lengthOf(a, d);
  const steps = Math.max(MIN_STEPS, Math.min(MAX_STEPS, Math.ceil(distance / STEP)));
  const step = distance / steps;
  let length = 0;
  for (let i = 0; i <= steps && length <= most; i++) {
    const t = i / steps;
    const u = 1 - t;
    const p = u * u * u;
    const q = 3 * u * u * t;
    const r = 3 * u * t * t;
    const s = t * t * t;
    const x = p * a.x + q * b.x + r * c.x + s * d.x;
    const y = p * a.y + q * b.y + r * c.y + s * d.y;
    if (!isBetween(x, size.width) || !isBetween(y, size.height)) length += step;
    for (let k = 0; k < near.length; k += 3) {
      const dx = x - (near[k] as number);
      const dy = y - (near[k + 1] as number);
      const radius = near[k + 2] as number;
      const share = (dx * dx + dy * dy) / (radius * radius);
      if (share < 1) length += (1 - share) * step;
    }
  }
  return length;
}

function isBetween(value: number, side: number): boolean {
  return value > CLEARANCE && value < side - CLEARANCE;
}

function lengthOf(start: Point, end: Point): number {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  return Math.sqrt(dx * dx + dy * dy);
}
