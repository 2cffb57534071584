/** Routes pass ink, whatever stands between; that they are Python's is tested in `svg.test.ts`. */

import { expect, test } from "vitest";

import { type Cell, type Point, range } from "../../src/board/layout";
import { linkRoutes } from "../../src/board/link-routes";
import type { Route } from "../../src/board/route-grid";

const SIZE = { width: 328, height: 328 };
const [START, END] = [60, 268].map((x) => circle(x, 164, 34)) as [Cell, Cell];
const LINK = { start: START, end: END };

function circle(x: number, y: number, radius: number): Cell {
  return { at: { x, y }, radius };
}

function points(route: Route): Point[] {
  return range((route.length - 1) / 3).flatMap((part) => {
    const controls = route.slice(3 * part, 3 * part + 4);
    return range(41).map((i) => {
      const t = i / 40;
      const shares = [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2, t ** 3];
      const mix = (axis: "x" | "y"): number =>
        controls.reduce((sum, point, k) => sum + (shares[k] ?? 0) * point[axis], 0);
      return { x: mix("x"), y: mix("y") };
    });
  });
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function routePast(...ink: Cell[]): Point[] {
  return points(linkRoutes([LINK], { ink, rims: [] }, SIZE)[0]!);
}

test("start and end just outside the rims", () => {
  const path = routePast();
  expect(distance(path[0]!, START.at)).toBeCloseTo(36);
  expect(distance(path.at(-1)!, END.at)).toBeCloseTo(36);
});

test("go round a mark on their way, and stay on the board", () => {
  const between = circle(164, 164, 20);
  for (const point of routePast(between)) {
    expect(distance(point, between.at)).toBeGreaterThan(20);
    expect(Math.min(point.y, SIZE.height - point.y)).toBeGreaterThan(0);
  }
});

test("find the gap in a wall that no curve passes, and the way out of a corner", () => {
  const wall = range(14).map((i) => circle(164, 8 + 24 * i, i === 12 ? 2 : 13));
  const hook = [...range(5).map((i) => circle(60 + 20 * i, 110, 9)), circle(110, 150, 9)];
  for (const ink of [wall, hook, [...wall, ...hook]])
    for (const point of routePast(...ink))
      for (const { at, radius } of ink) expect(distance(point, at)).toBeGreaterThan(radius);
});

test("two links between neighbours do not cross", () => {
  const ends = [164, 210].map((y) => ({ start: circle(60, y, 20), end: circle(268, y, 20) }));
  const [one, two] = linkRoutes(ends, { ink: [], rims: [] }, SIZE).map(points);
  for (const a of one!) for (const b of two!) expect(distance(a, b)).toBeGreaterThan(4);
});

test("ends that touch are linked", () => {
  const near = { start: circle(100, 100, 20), end: circle(141, 100, 20) };
  const [route] = linkRoutes([near], { ink: [circle(120, 100, 30)], rims: [] }, SIZE);
  expect(route!.flatMap(({ x, y }) => [x, y]).every(Number.isFinite)).toBe(true);
});
