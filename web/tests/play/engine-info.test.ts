import { expect, test } from "vitest";

import { parseRules } from "../../src/kernel/rules";
import type { ClassicalStatistics, Estimate } from "../../src/kernel/types";
import type { EngineInfo } from "../../src/play/levels";
import {
  noEngineInfoText,
  engineInfoValues,
  engineInfoSummary,
  valueText,
} from "../../src/play/engine-info";
import { english, greek } from "../messages";

const el = greek.statistics;
const en = english.statistics;

const COST: ClassicalStatistics = {
  ...{ nodes: 98_466_905, depth: 16, maxCutoffs: 15_885_695, minCutoffs: 31_681_316 },
  ...{ cutOff: true, stopped: false, seconds: 1.0173 },
};
const ESTIMATE: Estimate = {
  evaluator: "none",
  ...{ value: -0.234, proven: false, simulations: 1000, nodes: 412 },
  ...{ move: null, candidates: [] },
  line: Array.from({ length: 9 }, () => ({ kind: "placement" as const, squares: [0, 1] as const })),
};

function valuesOf(engineInfo: EngineInfo, t = en): Record<string, string> {
  const facts = engineInfoValues(t, parseRules("qubic4"), engineInfo);
  return Object.fromEntries(facts.map(({ name, text }) => [name, text]));
}

test("statistics of the alpha-beta program", () => {
  expect(valuesOf({ kind: "statistics", ...COST })).toEqual({
    Positions: "98,466,905",
    Depth: "16 moves",
    "Cut-offs in MAX": "15,885,695",
    "Cut-offs in MIN": "31,681,316",
    "Time cut-off": "yes",
    Time: "1 s",
  });
  const quick = { ...COST, nodes: 1, depth: 1, cutOff: false, seconds: 0.00021 };
  expect(valuesOf({ kind: "statistics", ...quick })).toMatchObject({
    ...{ Depth: "1 move", "Time cut-off": "no", Time: "0.0002 s" },
  });
});

test("statistics of a tree search", () => {
  expect(valuesOf({ kind: "estimate", ...ESTIMATE })).toEqual({
    ...{ Simulations: "1,000", Positions: "412", Value: "≈ O +0.23" },
    ...{ Line: "a1b1 a1b1 a1b1 a1b1 a1b1 a1b1 a1b1 a1b1 …", Judge: "random games" },
  });
  expect(valuesOf({ kind: "estimate", ...ESTIMATE, simulations: 1 })).not.toHaveProperty("Judge");
});

test.each([
  ["used", "learned weights", "εκπαιδευμένα βάρη"],
  ["missing", "as the learned weights are not loaded", "δεν έχουν φορτωθεί"],
] as const)("the judge of a tree search: %s", (evaluator, inEnglish, inGreek) => {
  const engineInfo = { kind: "estimate", ...ESTIMATE, evaluator } as const;
  expect(valuesOf(engineInfo)["Judge"]).toContain(inEnglish);
  expect(valuesOf(engineInfo, el)["Κριτής"]).toContain(inGreek);
});

test("proven values are fractions", () => {
  const analysis = { value: 0.5, exact: true, nodes: 3, moves: [], line: [] };
  expect(valuesOf({ kind: "analysis", ...analysis })).toEqual({
    ...{ Positions: "3", Value: "X +½, proven", Line: "–" },
  });
});

test.each([
  [0, true, "even, proven"],
  [0.004, false, "≈ even"],
  [1.5, true, "X +1½, proven"],
  [-0.03125, true, "O +1/32, proven"],
  [1, false, "≈ X +1"],
])("a value of %d", (value, proven, text) => {
  expect(valueText(en, value, proven)).toBe(text);
});

test("all statistics in one line", () => {
  expect(engineInfoSummary(en, { kind: "statistics", ...COST })).toBe("98,466,905 positions, 1 s");
  expect(engineInfoSummary(en, { kind: "estimate", ...ESTIMATE })).toBe(
    "1,000 simulations, ≈ O +0.23",
  );
  expect(engineInfoSummary(el, { kind: "estimate", ...ESTIMATE })).toBe(
    "1.000 προσομοιώσεις, ≈ O +0,23",
  );
});

test.each([
  ["nothing has been played", [], "No data yet."],
  ["the person has moved", ["X"], "No data yet."],
  ["a coin has been tossed besides", ["X", "chance"], "No data yet."],
  ["it has moved", ["X", "O"], "No data for this move."],
] as const)("a computer without statistics: %s", (_, deciders, text) => {
  const plies = deciders.map((by) => ({ by }));
  expect(noEngineInfoText(en, plies, ["X"])).toBe(text);
});
