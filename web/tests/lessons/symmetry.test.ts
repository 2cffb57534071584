import { expect, test } from "vitest";

import { IDENTITY, mapMove, boardSymmetries } from "../../src/lessons/symmetry";
import { wasmKernel } from "../kernel/ports";
import { parseRules } from "../../src/kernel/rules";

const kernel = await wasmKernel();
const SQUARES = [0, 1, 2, 3, 4, 5, 6, 7, 8];

test("a square board has eight symmetries, the first is the identity", () => {
  const all = boardSymmetries({ rows: 3, cols: 3 }).map((turning) => SQUARES.map(turning).join(""));
  expect(new Set(all).size).toBe(8);
  expect(all[0]).toBe(SQUARES.map(IDENTITY).join(""));
  for (const each of all) expect([...each].sort().join("")).toBe("012345678");
});

test("any other board has four", () => {
  const all = boardSymmetries({ rows: 2, cols: 3 }).map((t) => [0, 1, 2, 3, 4, 5].map(t).join(""));
  expect(new Set(all)).toEqual(new Set(["012345", "210543", "345012", "543210"]));
});

test("symmetries keep legal moves legal and map lines to lines", () => {
  const rules = parseRules("classic3");
  const row = [0, 4, 1, 3, 2];
  for (const turning of boardSymmetries(rules)) {
    const places = row.map((square) => [turning(square), turning(square)] as const);
    expect(kernel.survey(rules, places).lines.length).toBe(1);
  }
});

test("a pair keeps its smaller square first", () => {
  const [, mirrored = IDENTITY] = boardSymmetries({ rows: 3, cols: 3 });
  expect(mapMove(mirrored, { kind: "placement", squares: [0, 1] })).toEqual({
    kind: "placement",
    squares: [1, 2],
  });
  expect(mapMove(mirrored, { kind: "collapse", square: 0 })).toEqual({
    kind: "collapse",
    square: 2,
  });
});
