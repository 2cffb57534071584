/** The marks of a square are packed by their number. */

import { describe, expect, test } from "vitest";

import { Layout, range } from "../../src/board/layout";
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
