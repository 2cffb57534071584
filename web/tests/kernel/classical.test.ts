/** The classical search has the same statistics as in Python. */

import { expect, test } from "vitest";

import { parseRules } from "../../src/kernel/rules";
import type { EvalLevel, Place } from "../../src/kernel/types";
import { EVAL_LEVELS } from "../../src/generated/levels";
import { moveName } from "../../src/notation/moves";
import { squareNamed } from "../../src/notation/moves-reader";
import { startedKernel, wasmSolver } from "./ports";

const CLASSIC4 = parseRules("classic4");
const DIFFICULT = EVAL_LEVELS["eval-difficult"];

// engine.classical.search_classical with cutoff_nodes=100_000, max_nodes=400_000
test.each([
  ["classic4", "eval-difficult", "", ["a1", 400_001, 16, 47_977, 70_035, true, true]],
  ["classic4", "eval-difficult", "a1 b2 c3", ["b1", 259_426, 13, 47_997, 52_165, true, false]],
  ["classic4", "eval-easy", "a1 b2", ["c2", 15, 1, 0, 0, false, false]],
  ["classic4", "eval-intermediate", "a1 a2 b1 b2 c1", ["d1", 12, 1, 0, 0, false, false]],
  ["classic3", "eval-difficult", "1 5", ["2", 728, 7, 126, 209, false, false]],
] as const)("%s, %s, after %s", async (words, level, text, wanted) => {
  const rules = parseRules(words);
  const squares = text.split(" ").filter((name) => name !== "");
  const places = squares.map((name): Place => {
    const square = squareNamed(rules, name);
    return [square, square];
  });
  const { move, statistics } = (await wasmSolver()).choose(
    rules,
    places,
    EVAL_LEVELS[level],
    100_000,
  );
  const { nodes, depth, maxCutoffs, minCutoffs, cutOff, stopped } = statistics;
  const counted = [nodes, depth, maxCutoffs, minCutoffs, cutOff, stopped];
  expect([moveName(rules, move), ...counted]).toEqual(wanted);
});

test("the time limit stops the search, but not before its minimum", async () => {
  const kernel = await startedKernel();
  const hasty: EvalLevel = { ...DIFFICULT, cutoffSeconds: 0.01 };
  const { statistics } = await kernel.classical({ rules: CLASSIC4, places: [] }, hasty);
  expect(statistics).toMatchObject({ cutOff: true, stopped: false });
  expect(statistics.nodes).toBeGreaterThan(4_000_000);
});

test("a cancelled search stops", async () => {
  const kernel = await startedKernel();
  const controller = new AbortController();
  const endless: EvalLevel = { ...DIFFICULT, cutoffSeconds: 3600, mostSeconds: 7200 };
  const { signal } = controller;
  const asked = kernel.classical({ rules: CLASSIC4, places: [] }, endless, { signal });
  setTimeout(() => controller.abort(), 50);
  await expect(asked).rejects.toMatchObject({ name: "AbortError" });
  const { move } = await kernel.classical(
    { rules: CLASSIC4, places: [] },
    EVAL_LEVELS["eval-easy"],
  );
  expect(move.kind).toBe("placement");
});

test.each(["goff", "krist"])("%s is not ordinary tic-tac-toe", async (words) => {
  const asked = (await startedKernel()).classical(
    { rules: parseRules(words), places: [] },
    DIFFICULT,
  );
  await expect(asked).rejects.toMatchObject({ name: "KernelError", reason: "rules" });
});
