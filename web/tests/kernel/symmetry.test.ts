import { expect, test } from "vitest";

import { parseRules } from "../../src/kernel/rules";
import { mapMove, orbits, stabilizer, symmetriesOf } from "../../src/kernel/symmetry";
import { wasmKernel } from "./ports";

const kernel = await wasmKernel();

test.each([
  [3, 3, 8],
  [4, 4, 8],
  [2, 5, 4],
])("a board of %d × %d has %d different symmetries", (rows, cols, count) => {
  const symmetries = symmetriesOf({ rows, cols });
  expect(new Set(symmetries.map(String)).size).toBe(count);
  const squares = Array.from({ length: rows * cols }, (_, square) => square);
  expect(symmetries[0]).toEqual(squares);
  for (const each of symmetries) expect([...each].sort((a, b) => a - b)).toEqual(squares);
});

test("the composition of two symmetries is a symmetry", () => {
  const symmetries = symmetriesOf({ rows: 3, cols: 3 });
  const names = new Set(symmetries.map(String));
  for (const one of symmetries) {
    for (const other of symmetries) {
      expect(names).toContain(String(one.map((square) => other[square])));
    }
  }
});

test("the 36 openings are 8 up to symmetry", () => {
  const { moves } = kernel.survey(parseRules("goff"), []);
  const groups = orbits(moves, symmetriesOf({ rows: 3, cols: 3 }));
  expect(groups).toHaveLength(8);
  expect(groups.flat()).toHaveLength(36);
});

test("placed marks leave the symmetries that keep them fixed", () => {
  const symmetries = symmetriesOf({ rows: 3, cols: 3 });
  expect(stabilizer(symmetries, [])).toHaveLength(8);
  expect(stabilizer(symmetries, [[0, 8]])).toHaveLength(4);
  expect(stabilizer(symmetries, [[0, 1]])).toHaveLength(1);
});

test("symmetries keep legal moves legal and map lines to lines", () => {
  const rules = parseRules("classic3");
  const row = [0, 4, 1, 3, 2];
  for (const symmetry of symmetriesOf(rules)) {
    const places = row.map((square) => [symmetry[square] ?? 0, symmetry[square] ?? 0] as const);
    expect(kernel.survey(rules, places).lines.length).toBe(1);
  }
});

test("the image of a pair has its smaller square first", () => {
  const mirrored = [2, 1, 0, 5, 4, 3, 8, 7, 6];
  expect(mapMove(mirrored, { kind: "placement", squares: [0, 1] })).toEqual({
    kind: "placement",
    squares: [1, 2],
  });
  expect(mapMove(mirrored, { kind: "collapse", square: 0 })).toEqual({
    kind: "collapse",
    square: 2,
  });
});
