/** The marks of a square are packed by their number. */

import { describe, expect, test } from "vitest";

import { Layout, range } from "../../src/board/layout";
import { linkArc } from "../../src/board/shapes";
import { MAX_RIM, TILE } from "../../src/board/theme";

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
  const [start, end] = [60, 268].map((x) => ({ at: { x, y: 164 }, radius: 34 }));
  const between = { at: { x: 164, y: 164 }, radius: 20 };

  /** Points of a quadratic path. */
  function points(path: string): { x: number; y: number }[] {
    const [ax, ay, cx, cy, bx, by] = [...path.matchAll(/-?[\d.]+/g)].map(Number) as number[];
    return range(21).map((i) => {
      const t = i / 20;
      const mix = (a: number, c: number, b: number): number =>
        (1 - t) ** 2 * a + 2 * t * (1 - t) * c + t ** 2 * b;
      return { x: mix(ax!, cx!, bx!), y: mix(ay!, cy!, by!) };
    });
  }

  test("start and end at the rims", () => {
    const path = points(linkArc(start!, end!, [], size));
    expect(Math.hypot(path[0]!.x - 60, path[0]!.y - 164)).toBeCloseTo(34, 1);
    expect(Math.hypot(path.at(-1)!.x - 268, path.at(-1)!.y - 164)).toBeCloseTo(34, 1);
  });

  test("go round a mark on their way", () => {
    for (const { x, y } of points(linkArc(start!, end!, [between], size))) {
      expect(Math.hypot(x - 164, y - 164)).toBeGreaterThan(between.radius);
    }
  });

  test("stay on the board", () => {
    const low = { width: 328, height: 190 };
    for (const { y } of points(linkArc(start!, end!, [between], low))) {
      expect(y).toBeLessThan(190);
    }
  });
});
