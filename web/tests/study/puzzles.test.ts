/** The bundled puzzles are valid, and streaks are counted correctly. */

import { expect, test } from "vitest";

import { Evaluation } from "../../src/analysis/evaluation.svelte";
import { rowsOf } from "../../src/kernel/rules";
import type { Move } from "../../src/kernel/types";
import { moveName } from "../../src/notation/moves";
import { GRADES, type Puzzle, loadPuzzles, lossesOf, solutionOf } from "../../src/study/puzzles";
import { PuzzleAttempt } from "../../src/study/puzzle-attempt.svelte";
import { Streak } from "../../src/study/streak.svelte";
import { golden, startedKernel } from "../kernel/ports";
import { sample } from "../nightly";
import { memory } from "../settings/memory";

const PUZZLES = await loadPuzzles();
const kernel = await startedKernel();
const evaluation = new Evaluation(kernel);
const never = new AbortController().signal;
const rejected = (error: Error): never => {
  throw error;
};

function at(index: number): Puzzle {
  return PUZZLES[index] as Puzzle;
}

function begin(puzzle: Puzzle, streak: Streak): Promise<PuzzleAttempt> {
  return PuzzleAttempt.begin(kernel, evaluation, streak, puzzle, never);
}

function wrongMove({ judgement }: PuzzleAttempt): Move {
  return judgement.moves.find(({ loss }) => loss > 0)?.move as Move;
}

test("each has exactly one solution, the same as in Python", async () => {
  const solutions = rowsOf(golden("puzzles")).map((row) => row[4]);
  expect(PUZZLES).toHaveLength(solutions.length);
  for (const [i, { rules, places }] of sample([...PUZZLES.entries()], 8)) {
    const judgement = await evaluation.ask(rules, await kernel.survey({ rules, places }), never);
    const right = solutionOf(judgement);
    expect(right && moveName(rules, right)).toBe(solutions[i]);
    expect(judgement.moves.filter(({ loss }) => loss === 0)).toHaveLength(1);
    expect(lossesOf(judgement).least).toBeGreaterThan(0);
  }
});

test("there are puzzles of every difficulty", () => {
  for (const grade of GRADES) {
    expect(PUZZLES.filter((each) => each.grade === grade).length).toBeGreaterThan(40);
  }
});

test("a wrong move reports its loss, and the puzzle stays", async () => {
  const solving = await begin(at(0), new Streak(PUZZLES, rejected, memory()));
  const wrong = wrongMove(solving);
  await solving.play(wrong);
  expect([solving.stage, solving.wrong?.move]).toEqual(["wrong", wrong]);
  expect(solving.survey).toEqual(solving.start);
});

test("only the first attempt counts, and only once", async () => {
  const streak = new Streak(PUZZLES, rejected, memory());
  const solve = async (puzzle: Puzzle, tries: (solving: PuzzleAttempt) => Promise<void>) => {
    const solving = await begin(puzzle, streak);
    await tries(solving);
    await solving.play(solutionOf(solving.judgement) as Move);
    return [streak.feats.streak, streak.feats.longest];
  };
  const atOnce = async (): Promise<void> => undefined;
  expect(await solve(at(0), atOnce)).toEqual([1, 1]);
  expect(await solve(at(1), atOnce)).toEqual([2, 2]);
  expect(await solve(at(1), atOnce)).toEqual([2, 2]);
  expect(await solve(at(2), (solving) => solving.play(wrongMove(solving)))).toEqual([0, 2]);
  expect(await solve(at(3), (solving) => solving.show())).toEqual([0, 2]);
  expect(await solve(at(4), atOnce)).toEqual([1, 2]);
  expect(streak.progress("all").solved).toBe(4);
});

test("reopening a failed puzzle is not a first attempt", async () => {
  const [storage, puzzle] = [memory(), at(5)];
  const before = await begin(puzzle, new Streak(PUZZLES, rejected, storage));
  await before.play(wrongMove(before));
  const streak = new Streak(PUZZLES, rejected, storage);
  const after = await begin(puzzle, streak);
  await after.play(solutionOf(after.judgement) as Move);
  expect(streak.feats).toMatchObject({ streak: 0, solved: [puzzle.id] });
});

test("the next puzzle is the next unsolved one of its grade, cyclically", () => {
  const streak = new Streak(PUZZLES, rejected, memory());
  const easy = PUZZLES.filter(({ grade }) => grade === 1);
  streak.solved(easy[0] as Puzzle);
  expect(streak.next(1, null)).toBe(easy[1]);
  expect(streak.next(1, easy.at(-1) ?? null)).toBe(easy[1]);
});

test("invalid data is reported and set aside", () => {
  const storage = memory();
  storage.setItem("qttt.puzzles", '{"solved": 3}');
  const errors: string[] = [];
  const streak = new Streak(PUZZLES, (error) => errors.push(error.message), storage);
  expect([errors, streak.feats.streak]).toEqual([["the solved puzzles are missing"], 0]);
  expect(storage.getItem("qttt.puzzles.broken")).toBe('{"solved": 3}');
});
