/**
 * What a route through a picture costs, as a grid, and the cheapest way through it; counterpart of
 * `route_grid.py` in `src/qttt/notation`, which explains it.
 */

import { type Cell, type Point, range } from "./layout";
import type { Obstacles } from "./obstacles";
import { PriorityQueue } from "./priority-queue";

const GRID = 2;
const WAY = 2;
/** Larger pictures, of more than 6×6 squares, have no ways, as in Python. */
const MAX_CELLS = 120_000;
const STEP = 2.5;
const MIN_STEPS = 8;
export const CLEARANCE = 2;
const INK_MARGIN = 3;
const UNIT = 16;
const [RIM_COST, INK_COST] = [8, 16_000] as const;
export const LINK_COST = 64;

const SIDES = [-WAY, 0, WAY] as const;
const NEIGHBOURS = SIDES.flatMap((down) =>
  SIDES.map((right) => ({
    down,
    right,
    length: Math.sqrt(down * down + right * right) * GRID,
  })),
).filter(({ length }) => length > 0);
const COMPASS = [-2, -1, 0, 1, 2] as const;
const DIRECTIONS: readonly Point[] = COMPASS.flatMap((x) =>
  COMPASS.filter((y) => Math.max(Math.abs(x), Math.abs(y)) === 2).map((y) => {
    const length = Math.sqrt(x * x + y * y);
    return { x: x / length, y: y / length };
  }),
);

/** The start of a curve, then two control points and the end of each of its cubic parts. */
export type Route = readonly Point[];
type Part = readonly [Point, Point, Point, Point];

export type Size = Readonly<Record<"width" | "height", number>>;

export class RouteGrid {
  private readonly cols: number;
  private readonly rows: number;
  private readonly costs: Int32Array;
  /** The last addition that reached each cell. */
  private readonly turns: Uint32Array;
  /** Whether it is small enough to find ways. */
  readonly hasWays: boolean;
  private turn = 0;

  constructor({ width, height }: Size, { rims, ink }: Obstacles) {
    [this.cols, this.rows] = [Math.ceil(width / GRID), Math.ceil(height / GRID)];
    this.costs = new Int32Array(this.cols * this.rows);
    this.turns = new Uint32Array(this.costs.length);
    this.hasWays = this.costs.length <= MAX_CELLS;
    for (const { at, radius } of rims) this.addDisc(at, radius, RIM_COST);
    for (const { at, radius } of ink) this.addDisc(at, radius + INK_MARGIN, INK_COST);
  }

  /** Add a cost to the cells of a route and their neighbours, once to each. */
  add(route: Route, cost: number): void {
    const { cols, costs, turns } = this;
    this.turn += 1;
    for (const part of parts(route)) {
      const weights = weightsOf(stepsOf(distance(part[0], part[3])));
      for (let i = 0; i < weights.length; i += 4) {
        const middle = this.cellAt(mixed(part, "x", weights, i), mixed(part, "y", weights, i));
        for (let down = -cols; down <= cols; down += cols) {
          for (let cell = middle + down - 1; cell <= middle + down + 1; cell++) {
            if (turns[cell] === undefined || turns[cell] === this.turn) continue;
            turns[cell] = this.turn;
            costs[cell] = (costs[cell] as number) + cost;
          }
        }
      }
    }
  }

  /** Whether a route comes too close to ink or to the edge. */
  touchesInk(route: Route): boolean {
    return this.cost(route, INK_COST / UNIT) >= INK_COST / UNIT;
  }

  /** The cost of a route, or one over `most`. */
  cost(route: Route, most: number): number {
    const { costs } = this;
    const [right, low] = [(this.cols - 1) * GRID, (this.rows - 1) * GRID];
    let total = 0;
    for (const part of parts(route)) {
      const length = distance(part[0], part[3]);
      const steps = stepsOf(length);
      const step = length / steps / UNIT;
      const weights = weightsOf(steps);
      for (let i = 0; i < weights.length; i += 4) {
        const x = mixed(part, "x", weights, i);
        const y = mixed(part, "y", weights, i);
        const isInside = x > GRID && x < right && y > GRID && y < low;
        total += (isInside ? (costs[this.cellAt(x, y)] as number) : INK_COST) * step;
        if (total > most) return total;
      }
    }
    return total;
  }

  /** The points of the cheapest way between two rims (A*). */
  way(start: Cell, end: Cell): Point[] {
    const goals = this.rim(end);
    const points = this.rim(start);
    const costs = new Float64Array(this.costs.length).fill(Infinity);
    const before = new Int32Array(this.costs.length).fill(-1);
    const done = new Uint8Array(this.costs.length);
    const queue = new PriorityQueue();
    for (const node of points.keys()) {
      costs[node] = 0;
      queue.push(this.remaining(node, end), node);
    }
    let node = -1;
    while (queue.length > 0 && !goals.has(node)) {
      node = queue.pop();
      if (done[node]) continue;
      done[node] = 1;
      const [row, col] = [Math.floor(node / this.cols), node % this.cols];
      for (const { down, right, length } of NEIGHBOURS) {
        if (!isWithin(row + down, this.rows) || !isWithin(col + right, this.cols)) continue;
        const step = down * this.cols + right;
        const [middle, other] = [node + step / WAY, node + step];
        const crossed = (this.costs[middle] as number) + (this.costs[other] as number);
        const cost = (costs[node] as number) + length * (1 + crossed / (WAY * UNIT));
        if (cost >= (costs[other] as number)) continue;
        costs[other] = cost;
        before[other] = node;
        queue.push(cost + this.remaining(other, end), other);
      }
    }
    const way = [goals.get(node) as Point];
    for (; !points.has(node); node = before[node] as number) way.push(this.middleOf(node));
    way.push(points.get(node) as Point);
    return way.reverse();
  }

  private addDisc(at: Point, radius: number, cost: number): void {
    const { costs, cols, rows } = this;
    const [top, bottom] = cells(at.y, radius, rows);
    for (let row = top; row <= bottom; row++) {
      const dy = (row + 0.5) * GRID - at.y;
      const [left, right] = cells(at.x, Math.sqrt(Math.max(0, radius * radius - dy * dy)), cols);
      for (let cell = row * cols + left; cell <= row * cols + right; cell++)
        costs[cell] = (costs[cell] as number) + cost;
    }
  }

  /** Nodes around a rim, with the point at the rim beside each; outside ink if any. */
  private rim({ at, radius }: Cell): Map<number, Point> {
    const [inInk, free] = [new Map<number, Point>(), new Map<number, Point>()];
    const nodeOf = (value: number): number => Math.floor(value / GRID / WAY) * WAY + 1;
    for (const { x, y } of DIRECTIONS) {
      const reach = radius + CLEARANCE;
      const point = { x: at.x + reach * x, y: at.y + reach * y };
      const [col, row] = [nodeOf(point.x), nodeOf(point.y)];
      if (!isWithin(row, this.rows) || !isWithin(col, this.cols)) continue;
      const node = row * this.cols + col;
      const spots = [node, this.cellAt(point.x, point.y)];
      const isFree = spots.every((cell) => (this.costs[cell] as number) < INK_COST);
      (isFree ? free : inInk).set(node, point);
    }
    return free.size > 0 ? free : inInk;
  }

  private cellAt(x: number, y: number): number {
    return Math.floor(y / GRID) * this.cols + Math.floor(x / GRID);
  }

  private middleOf(node: number): Point {
    const [row, col] = [Math.floor(node / this.cols), node % this.cols];
    return { x: (col + 0.5) * GRID, y: (row + 0.5) * GRID };
  }

  /** The least cost of the way from a node to a rim. */
  private remaining(node: number, end: Cell): number {
    return Math.max(0, distance(this.middleOf(node), end.at) - end.radius - 3 * WAY * GRID);
  }
}

export function distance(a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  return Math.sqrt(dx * dx + dy * dy);
}

function isWithin(place: number, count: number): boolean {
  return place > 0 && place < count - 1;
}

/** The first and the last cell whose middles are that close, on one axis. */
function cells(middle: number, reach: number, count: number): [number, number] {
  const [first, last] = [(middle - reach) / GRID - 0.5, (middle + reach) / GRID - 0.5];
  return [Math.max(0, Math.ceil(first)), Math.min(count - 1, Math.floor(last))];
}

function parts(route: Route): readonly Part[] {
  if (route.length === 4) return [route as unknown as Part];
  return range((route.length - 1) / 3).map((i) => route.slice(3 * i, 3 * i + 4) as unknown as Part);
}

const known = new Map<number, Float64Array>();

/** The four weights of the points of a curve, for evenly spaced parameters. */
function weightsOf(steps: number): Float64Array {
  const weights =
    known.get(steps) ??
    Float64Array.from(
      range(steps + 1).flatMap((i) => {
        const [t, u] = [i / steps, 1 - i / steps];
        return [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
      }),
    );
  known.set(steps, weights);
  return weights;
}

/** A coordinate of a point on a curve, with the weights from that index. */
function mixed([a, b, c, d]: Part, axis: "x" | "y", weights: Float64Array, i: number): number {
  return (
    (weights[i] as number) * a[axis] +
    (weights[i + 1] as number) * b[axis] +
    (weights[i + 2] as number) * c[axis] +
    (weights[i + 3] as number) * d[axis]
  );
}

function stepsOf(length: number): number {
  return Math.max(MIN_STEPS, Math.ceil(length / STEP));
}
