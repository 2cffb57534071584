/** Marks fit into their squares and do not move. */

import { expect, test } from "vitest";

import { Layout, range } from "../../src/board/layout";
import { TILE, markWidth } from "../../src/board/theme";

const SMALL = { rows: 3, cols: 3 };
const BOARDS = [
  { rows: 4, cols: 4 },
  { rows: 5, cols: 5 },
  { rows: 8, cols: 8 },
];

/** Position of a mark relative to the corner of its square. */
function inside(layout: Layout, square: number, mark: number, arrival: number): string {
  const [at, corner] = [layout.slot(square, mark, arrival), layout.corner(square)];
  return [at.x - corner.x, at.y - corner.y].map((value) => value.toFixed(3)).join();
}

test("on 3×3 a mark uses the same slot in every square", () => {
  const layout = new Layout(SMALL, 1);
  const places = range(9).map((mark) => {
    return new Set(range(9).map((square) => inside(layout, square, mark + 1, square)));
  });
  expect(places.map(({ size }) => size)).toEqual(range(9).map(() => 1));
  expect(new Set(places.flatMap((each) => [...each])).size).toBe(9);
});

test.each(BOARDS)("on $rows×$cols the marks of a square have a slot each", (board) => {
  for (const fullest of [1, 4, 5, 9, 10, 16, 64]) {
    const layout = new Layout(board, fullest);
    const places = range(fullest).map((arrival) => inside(layout, 3, 7, arrival));
    expect(new Set(places).size).toBe(fullest);
    for (const value of places.join().split(",").map(Number)) {
      expect(value).toBeGreaterThan(0);
      expect(value).toBeLessThan(TILE);
    }
  }
});

test.each(BOARDS.slice(0, 2))(
  "on $rows×$cols marks stay as they are until a square has ten",
  (board) => {
    const places = (fullest: number): string[] => {
      const layout = new Layout(board, fullest);
      const sizes = range(board.rows * board.cols).map((marks) => layout.small(marks));
      return [
        ...range(9).map((arrival) => inside(layout, 0, 1, arrival)),
        new Set(sizes).size + "",
      ];
    };
    for (const fullest of range(9)) expect(places(fullest + 1)).toEqual(places(1));
    expect(places(1).at(-1)).toBe("1");
    expect(places(10)).not.toEqual(places(1));
  },
);

test.each([SMALL, ...BOARDS])("on $rows×$cols marks do not overlap", (board) => {
  const layout = new Layout(board, 5);
  const size = board.rows * board.cols;
  const width = layout.small(size) * markWidth(String(size).length);
  const slots = range(4).map((arrival) => layout.slot(0, arrival + 1, arrival));
  for (const one of slots) {
    for (const other of slots.filter((each) => each !== one)) {
      const [dx, dy] = [Math.abs(one.x - other.x), Math.abs(one.y - other.y)];
      expect(dx > width || dy > layout.small(size)).toBe(true);
    }
  }
});
