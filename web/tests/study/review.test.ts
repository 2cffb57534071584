/** Reviews are the same as Python's. */

import { expect, test } from "vitest";

import { Evaluation } from "../../src/analysis/evaluation.svelte";
import { type Judgement, finalJudgement } from "../../src/analysis/judgement";
import { type Rules, parseRules, rowsOf } from "../../src/kernel/rules";
import type { Move, Survey } from "../../src/kernel/types";
import { replayed } from "../../src/play/line";
import { parseMove } from "../../src/notation/moves-reader";
import { type Judge, type Review, review } from "../../src/study/review";
import { golden, startedKernel } from "../kernel/ports";
import { sample } from "../nightly";

const kernel = await startedKernel();
const evaluation = new Evaluation(kernel);
const ROWS = rowsOf(golden("reviews"));

function judgeOf(rules: Rules): Judge {
  const { signal } = new AbortController();
  return (survey) => evaluation.ask(rules, survey, signal);
}

async function reviewed(words: string, moves: string, judge?: Judge): Promise<Review> {
  const rules = parseRules(words);
  const played = moves.split(" ").map((word) => parseMove(rules, word) as Move);
  const [start, ...positions] = await kernel.replay(rules, played);
  const plies = replayed(
    played,
    [start as Survey, ...positions],
    played.map(() => null),
  );
  return review(start as Survey, plies, judge ?? judgeOf(rules), (survey, move) =>
    kernel.play({ rules, places: survey.places }, move),
  );
}

/** Numbers of the golden data, null for a hyphen. */
function numbers(text = ""): (number | null)[] {
  return text.split(" ").map((word) => {
    const [whole = "", parts = "1"] = word.split("/");
    return word === "-" ? null : Number(whole) / Number(parts);
  });
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1e5) / 1e5;
}

test("there are games of every kind of rules", () => {
  const scorings = new Set(ROWS.map(([words = ""]) => parseRules(words).scoring));
  expect([...scorings].sort()).toEqual(["complete", "goff", "krist", "match", "winner"]);
  expect(new Set(ROWS.flatMap((row) => row[3]?.split(" ")))).toEqual(
    new Set(["forced", "best", "slower", "sooner", "loses", "luck"]),
  );
});

test.each(sample(ROWS, 20))(
  "%s: %s",
  async (words, moves, values, verdicts, stakes, accuracy, turning) => {
    const { start, steps, sides, turning: lost } = await reviewed(words ?? "", moves ?? "");
    expect([start, ...steps.map(({ after }) => after)].map(({ value }) => value)).toEqual(
      numbers(values),
    );
    expect(steps.map(({ verdict }) => verdict).join(" ")).toBe(verdicts);
    expect(steps.map(({ stake }) => stake)).toEqual(numbers(stakes));
    const accuracies = [sides.X, sides.O].map((side) => rounded(side.accuracy));
    expect(accuracies).toEqual(numbers(accuracy).map(rounded));
    expect(String(lost?.number ?? "-")).toBe(turning);
  },
);

test("losses add up exactly if values are proven", async () => {
  for (const [words = "", moves = ""] of sample(ROWS.slice(0, 40), 8)) {
    const { start, steps, sides } = await reviewed(words, moves);
    const luck = steps.reduce((sum, step) => sum + step.luck, 0);
    const end = steps.at(-1)?.after.value;
    expect(start.value - sides.X.lost + sides.O.lost + luck).toBeCloseTo(end ?? NaN, 9);
  }
});

test("an evaluator that arrives meanwhile judges the whole game", async () => {
  const judged: string[] = [];
  let asked = 0;
  // Random games and the evaluator differ by one point, which nobody has lost.
  const judge: Judge = async (survey) => {
    const evaluator = asked++ === 0 ? "missing" : "used";
    judged.push(evaluator);
    const value = evaluator === "missing" ? 1 : 0;
    const estimate = { value, margin: 0.2, simulations: 100, evaluator } as const;
    return { ...estimate, decider: survey.decider, moves: [], unknown: [], line: [] };
  };
  const { start, steps, sides } = await reviewed("krist", "a1b2 c3b2", judge);
  expect(judged).toEqual(["missing", "used", "used", "used", "used", "used"]);
  expect([start.value, ...steps.map(({ loss }) => loss)]).toEqual([0, 0, 0]);
  expect([sides.X.lost, sides.O.lost]).toEqual([0, 0]);
});

test("an estimated loss is measured again at the same depth", async () => {
  const guess = (value: number, survey: Survey): Judgement => ({
    ...{ value, margin: 0.2, simulations: 100, evaluator: "none", decider: survey.decider },
    ...{ unknown: [], line: [] },
    moves: survey.moves.slice(0, 2).map((move, i) => ({
      ...{ move, value: value - i, isExact: false, plies: null, delay: 0, loss: i },
      verdict: i === 0 ? "best" : "loses",
    })),
  });
  // One ply later all values are half a point worse for X, which is no loss of the move.
  const judge: Judge = async (survey) =>
    finalJudgement(survey) ?? guess(survey.places.length > 0 ? -0.5 : 0, survey);
  const { steps, sides, isExact } = await reviewed("krist", "a1b2", judge);
  expect(steps.map(({ verdict, loss }) => [verdict, loss])).toEqual([["close", 0]]);
  // Estimated losses of one player do not make the other's losses estimates.
  expect([isExact, sides.X.isExact, sides.O.isExact]).toEqual([false, false, true]);
});
