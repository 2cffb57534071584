/** The marks of a square are packed by their number. */

import { describe, expect, test } from "vitest";

import { type Cell, Layout, type Point, range } from "../../src/board/layout";
import { type Route, linkRoute } from "../../src/board/link-routes";
import { MAX_RIM, NAME_SIZE, TILE } from "../../src/board/theme";

const PHONE_WIDTH = 366;
const MIN_PIXELS = 10.9;
const BOARDS = [3, 4, 5, 8].map((side) => ({ rows: side, cols: side }));

describe.each(BOARDS)("$rows×$cols", (board) => {
  const layout = new Layout(board);
  const centre = layout.centre(4);

  test.each([1, 2, 3, 4, 5, 9, 10, 64])("%i marks are apart and inside the tile", (count) => {
    const cells = range(count).map((index) => layout.cell(4, index, count));
    cells.forEach(({ at, radius }, i) => {
      expect(Math.abs(at.x - centre.x) + radius).toBeLessThanOrEqual(TILE / 2);
      expect(Math.abs(at.y - centre.y) + radius).toBeLessThanOrEqual(TILE / 2);
      for (const other of cells.slice(i + 1)) {
        const distance = Math.hypot(other.at.x - at.x, other.at.y - at.y);
        expect(distance).toBeGreaterThanOrEqual(radius + other.radius);
      }
    });
  });

  test("one mark is large and in the middle, two are side by side", () => {
    expect(layout.cell(4, 0, 1)).toEqual({ at: centre, radius: MAX_RIM });
    const [one, two] = [layout.cell(4, 0, 2), layout.cell(4, 1, 2)];
    expect([one.at.y, two.at.y]).toEqual([centre.y, centre.y]);
    expect(one.at.x + two.at.x).toBeCloseTo(2 * centre.x);
  });

  test("marks shrink as others arrive", () => {
    const radii = range(16).map((i) => layout.cell(4, 0, i + 1).radius);
    expect(radii).toEqual([...radii].sort((a, b) => b - a));
  });
});

test.each(BOARDS.slice(0, 3))("numbers on $rows×$cols are legible on a phone", (board) => {
  const layout = new Layout(board);
  for (const count of range(9)) {
    const { radius } = layout.cell(0, 0, count + 1);
    for (const digits of [1, 2]) {
      const { height, number } = layout.markSize(digits, radius);
      expect((number * PHONE_WIDTH) / layout.width).toBeGreaterThanOrEqual(MIN_PIXELS);
      expect(height).toBeGreaterThan(0);
    }
  }
});

describe("links", () => {
  const size = { width: 328, height: 328 };
  const [start, end] = [60, 268].map((x) => ({ at: { x, y: 164 }, radius: 34 })) as [Cell, Cell];
  const between = { at: { x: 164, y: 164 }, radius: 20 };

  function points(route: Route): Point[] {
    return range(41).map((i) => {
      const t = i / 40;
      const shares = [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2, t ** 3];
      const mix = (axis: "x" | "y"): number =>
        route.reduce((sum, point, k) => sum + (shares[k] ?? 0) * point[axis], 0);
      return { x: mix("x"), y: mix("y") };
    });
  }
  const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

  test("start and end just outside the rims", () => {
    const path = points(linkRoute(start, end, [], size));
    expect(distance(path[0]!, start.at)).toBeCloseTo(36);
    expect(distance(path.at(-1)!, end.at)).toBeCloseTo(36);
  });

  test("go round a mark on their way", () => {
    for (const point of points(linkRoute(start, end, [between], size)))
      expect(distance(point, between.at)).toBeGreaterThan(between.radius);
  });

  test("stay on the board", () => {
    const low = { width: 328, height: 190 };
    for (const { y } of points(linkRoute(start, end, [between], low))) expect(y).toBeLessThan(190);
  });

  test("cross no number and no square's name where all nine squares are linked", () => {
    const layout = new Layout({ rows: 3, cols: 3 });
    const chain = [0, 1, 2, 5, 8, 7, 6, 3, 4];
    const cells = (square: number, index: number): Cell =>
      layout.cell(square, index, square === 0 || square === 4 ? 1 : 2);
    const halves = chain.slice(1).map((to, i): [Cell, Cell] => {
      const from = chain[i] as number;
      return [cells(from, from === 0 ? 0 : 1), cells(to, 0)];
    });
    const names = layout.labels().map((at) => ({ at, radius: 0.8 * NAME_SIZE }));
    for (const ends of halves) {
      const others = halves
        .flat()
        .filter((cell) => !ends.some(({ at }) => distance(at, cell.at) < 1));
      for (const point of points(linkRoute(...ends, [...others, ...names], layout)))
        for (const { at, radius } of [...others, ...names])
          expect(distance(point, at)).toBeGreaterThan(0.95 * radius);
    }
  });
});
