import { describe, expect, test } from "vitest";

import {
  type Judgement,
  estimatedJudgement,
  provenJudgement,
  finalJudgement,
  suggestedMoves,
} from "../../src/analysis/judgement";
import { parseRules, rowsOf } from "../../src/kernel/rules";
import { type Estimate, type Move, sameMove } from "../../src/kernel/types";
import { moveName } from "../../src/notation/moves";
import { golden, startedKernel } from "../kernel/ports";
import { lineOfMoves, movesOf } from "./games";

const kernel = await startedKernel();

async function judge(words: string, moves: string, estimate = "-"): Promise<Judgement> {
  const { start, plies } = await lineOfMoves(kernel, words, moves);
  const survey = plies.at(-1)?.after ?? start;
  const rules = parseRules(words);
  if (estimate !== "-") return estimatedJudgement(rules, survey, parseEstimate(words, estimate));
  return provenJudgement(survey, await kernel.solve({ rules, places: survey.places }, "distances"));
}

/** A value, and moves with values and visits, the chosen one first; `!` marks what is proven. */
function parseEstimate(rules: string, text: string): Estimate {
  const [value = "", ...rest] = text.split(" ");
  const candidates = rest.map((each) => {
    const [move = "", lead = "", visits = ""] = each.split(":");
    const proven = visits.endsWith("!");
    const [placed] = movesOf(rules, move) as [Move];
    return { move: placed, value: Number(lead), proven, visits: parseInt(visits) };
  });
  const move = candidates[0]?.move ?? null;
  const found = { proven: value.endsWith("!"), simulations: 1000, nodes: 2000, line: [] };
  return { ...found, evaluator: "none", value: parseFloat(value), move, candidates };
}

describe("agreement with qttt.study", () => {
  const rows = rowsOf(golden("judgements"));
  test.each(rows)("%s: %s: %s", async (rules = "", moves = "", estimate = "", expected = "") => {
    const judgement = await judge(rules, moves, estimate);
    const verdicts = judgement.moves.map(({ move, verdict, loss, delay }) =>
      [moveName(parseRules(rules), move), verdict, loss, delay].join(":"),
    );
    expect(verdicts.sort()).toEqual(expected.split(" ").sort());
  });
});

test("the best moves come first, then by their loss", async () => {
  const { moves } = await judge("goff", "12 25 36 67");
  const losses = moves.map(({ loss }) => loss);
  expect(losses).toEqual([...losses].sort((a, b) => a - b));
  expect(moves[0]?.verdict).toBe("best");
  const slower = moves.filter(({ verdict }) => verdict === "slower").map(({ delay }) => delay);
  expect(slower).toEqual([...slower].sort((a, b) => a - b));
  expect(slower.length).toBeGreaterThan(0);
});

test("the only move is forced", async () => {
  const { moves } = await judge("goff", "12 27 79 89 29 @9 46 36 46 @6");
  expect(moves.map(({ verdict }) => verdict)).toEqual(["forced"]);
});

test("a finished game is worth its points", async () => {
  const { plies } = await lineOfMoves(kernel, "goff", "12 12 @1 45 45 @4 78 78 @7");
  const end = plies.at(-1)?.after;
  expect(end && finalJudgement(end)).toMatchObject({
    value: 0.5,
    margin: 0,
    decider: null,
    moves: [],
  });
  const before = plies.at(-2)?.after;
  expect(before && finalJudgement(before)).toBeNull();
});

describe("an estimate", () => {
  const rules = parseRules("qubic4");
  const [a, b, c, d] = movesOf("qubic4", "a1b1 a1c1 a1d1 b2c3") as [Move, Move, Move, Move];
  const found: Estimate = {
    value: 0.5,
    proven: false,
    simulations: 1000,
    nodes: 2000,
    evaluator: "used",
    move: a,
    candidates: [
      { move: b, value: 0.45, proven: false, visits: 200 },
      { move: a, value: 0.5, proven: false, visits: 600 },
      { move: c, value: -0.2, proven: false, visits: 180 },
      { move: d, value: 2, proven: false, visits: 15 },
    ],
    line: [a],
  };

  test("judges well-explored moves and lists the others as unknown", async () => {
    const survey = await kernel.survey({ rules, places: [] });
    const judgement = estimatedJudgement(rules, survey, found);
    expect(judgement.moves.map(({ move, verdict }) => [move, verdict])).toEqual([
      [a, "best"],
      [b, "close"],
      [c, "loses"],
    ]);
    expect(judgement).toMatchObject({
      ...{ margin: 0.4, simulations: 1000, evaluator: "used", value: 0.5 },
    });
    expect(judgement.unknown.length).toBe(117);
    expect(judgement.unknown.some((move) => sameMove(move, d))).toBe(true);
  });

  test("is exact if it is proven", async () => {
    const survey = await kernel.survey({ rules, places: [] });
    const certain = found.candidates.map((each) => ({ ...each, proven: true, value: 0.5 }));
    const judgement = estimatedJudgement(rules, survey, {
      ...found,
      proven: true,
      candidates: certain,
    });
    expect(judgement).toMatchObject({ margin: 0, simulations: null });
    expect(judgement.moves.map(({ verdict }) => verdict)).toEqual(Array(4).fill("best"));
  });
});

test.each([
  ["12 25 59", "12 15 25"], // all of the best moves
  ["13 13", ""], // a loop whose outcomes are alike
])("suggests a few moves after %s: %s", async (moves, expected) => {
  const found = suggestedMoves(await judge("goff", moves));
  expect(found.map((move) => moveName(parseRules("goff"), move)).join(" ")).toBe(expected);
});

test("suggests only the best line's move if many are best", async () => {
  const judgement = await judge("goff", "38 18 49 67 24");
  expect(judgement.moves.filter(({ verdict }) => verdict === "best").length).toBeGreaterThan(3);
  expect(suggestedMoves(judgement)).toEqual(judgement.line.slice(0, 1));
});
