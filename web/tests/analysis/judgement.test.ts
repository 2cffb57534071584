import { describe, expect, test } from "vitest";

import {
  type Judgement,
  estimatedJudgement,
  provenJudgement,
  finalJudgement,
} from "../../src/analysis/judgement";
import { parseRules, rowsOf } from "../../src/kernel/rules";
import { type Estimate, type Move, sameMove } from "../../src/kernel/types";
import { moveName } from "../../src/notation/moves";
import { startedKernel } from "../kernel/ports";
import { lineOfMoves, movesOf } from "./games";
import verdicts from "./verdicts.tsv?raw";

const kernel = await startedKernel();

async function judge(rules: string, moves: string): Promise<Judgement> {
  const { start, plies } = await lineOfMoves(kernel, rules, moves);
  const survey = plies.at(-1)?.after ?? start;
  const here = { rules: parseRules(rules), places: survey.places };
  return provenJudgement(survey, await kernel.solve(here, "distances"));
}

describe("agreement with qttt.study", () => {
  test.each(rowsOf(verdicts))("%s: %s", async (rules = "", moves = "", expected = "") => {
    const judgement = await judge(rules, moves);
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
    expect(judgement).toMatchObject({ margin: 0.4, simulations: 1000, value: 0.5 });
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
