import { describe, expect, test } from "vitest";

import {
  type SolveContext,
  bestMoves,
  perfectMoves,
  pitfalls,
  trickiest,
} from "../../src/kernel/perfect";
import { parseRules } from "../../src/kernel/rules";
import type { Depth, Move, Place, Survey } from "../../src/kernel/types";
import { parseMove } from "../../src/notation/moves-reader";
import { TABLE, bytesOf, wasmSolver } from "./ports";

const ENOUGH = 1e8;

const solver = await wasmSolver();
solver.attach(bytesOf(TABLE));
const kernel = solver.wasmKernel;

function inquiry(words: string): SolveContext {
  const rules = parseRules(words);
  const solve = async (places: readonly Place[], depth: Depth) =>
    solver.solve(rules, places, depth, ENOUGH);
  return { wasmKernel: kernel, rules, solve };
}

function after(words: string, text: string): Survey {
  const rules = parseRules(words);
  const moves = text.split(" ").flatMap((word) => parseMove(rules, word) ?? []);
  return kernel.survey(
    rules,
    moves.reduce<readonly Place[]>((places, move) => kernel.play(rules, places, move), []),
  );
}

describe("best moves", () => {
  test.each([
    ["goff", "12 23", "X"],
    ["goff", "89 39 23 89", "X"],
    ["complete", "48 56 14 35 69", "O"],
    ["closer", "13", "O"],
    ["qubic3", "13 57 28", "O"],
    ["krist rows=3 cols=3", "15 26 48", "O"],
    ["classic3", "5", "O"],
  ] as const)("%s %s: they agree with the full analysis", async (words, text, player) => {
    const { places } = after(words, text);
    const rules = parseRules(words);
    const [values, distances, best, quickest] = (
      ["values", "distances", "best", "quickest"] as const
    ).map((depth) => bestMoves(solver.solve(rules, places, depth, ENOUGH), player));
    expect(best).toEqual(values);
    expect(quickest).toEqual(distances);
  });
});

describe("equal moves", () => {
  test("openings are not compared", async () => {
    const here = after("complete", "");
    const truth = solver.solve(parseRules("complete"), [], "values", ENOUGH);
    expect(await trickiest(inquiry("complete"), here, truth, [])).toEqual(bestMoves(truth, "X"));
  });

  test.each([
    ["complete", "48 56 14 35 69", "O"],
    ["goff", "12 23 45 56", "X"],
    ["closer", "12 23 45", "O"],
  ] as const)("%s %s: all have the largest share of wrong answers", async (words, text, player) => {
    const here = after(words, text);
    const { analysis, moves } = await perfectMoves(inquiry(words), here.places, []);
    expect(bestMoves(analysis, player)).toEqual(expect.arrayContaining([...moves]));
    const shares: number[] = [];
    for (const move of moves) shares.push(await pitfalls(inquiry(words), here, move));
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThan(1e-9);
  });

  test("too many moves are sampled at random", async () => {
    const here = after("complete", "16");
    const lots = here.moves.map((_, number) => here.moves.length - number);
    const drawn = async (numbers: number[]): Promise<readonly Move[]> =>
      (await perfectMoves(inquiry("complete"), here.places, numbers)).moves;
    expect(await drawn(lots)).not.toEqual(await drawn(lots.toReversed()));
  });

  test("a wrong collapse of a pending loop is one pitfall of two", async () => {
    const closing = parseMove(parseRules("goff"), "89") as Move;
    expect(await pitfalls(inquiry("goff"), after("goff", "89 39 23"), closing)).toBe(1 / 2);
  });

  test("the pitfalls of a coin are the mean of its sides", async () => {
    const rules = parseRules("qubic3");
    const landed = [6, 7, 8, 5].map((square): Place => [square, square]);
    const here = kernel.survey(rules, [...landed, [1, 4], [2, 3]]);
    const loop = parseMove(rules, "34") as Move;
    expect(await pitfalls(inquiry("qubic3"), here, loop)).toBe(1 / 2);
  });
});
