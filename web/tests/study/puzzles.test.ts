/** The bundled puzzles are valid, and streaks are counted correctly. */

import { expect, test } from "vitest";

import { Evaluation } from "../../src/analysis/evaluation.svelte";
import { rowsOf } from "../../src/kernel/rules";
import type { Move } from "../../src/kernel/types";
import { moveName } from "../../src/notation/moves";
import { hintText, taskText } from "../../src/screens/puzzles/puzzle-words";
import {
  GRADES,
  type Puzzle,
  isWinInOne,
  loadPuzzles,
  lossesOf,
  solutionOf,
} from "../../src/study/puzzles";
import { PuzzleAttempt } from "../../src/study/puzzle-attempt.svelte";
import { Streak } from "../../src/study/streak.svelte";
import { golden, startedKernel } from "../kernel/ports";
import type { Ply } from "../../src/play/line";
import { consequenceText } from "../../src/screens/review/review-words";
import { en, english } from "../messages";
import { sample } from "../nightly";
import { memory, tabWith } from "../settings/memory";

const PUZZLES = await loadPuzzles();
const kernel = await startedKernel();
const evaluation = new Evaluation(kernel);
const never = new AbortController().signal;

function at(index: number): Puzzle {
  return PUZZLES.filter(({ isChoice }) => !isChoice)[index] as Puzzle;
}

function begin(puzzle: Puzzle, streak: Streak): Promise<PuzzleAttempt> {
  return PuzzleAttempt.begin(kernel, evaluation, streak, puzzle, never);
}

function wrongMove({ judgement }: PuzzleAttempt): Move {
  return judgement.moves.find(({ loss }) => loss > 0)?.move as Move;
}

test("each has exactly one solution, the same as in Python", async () => {
  const solutions = new Map(
    rowsOf(golden("puzzles")).map((row) => [`${row[0]} ${row[1]}`, row[4]]),
  );
  expect(PUZZLES).toHaveLength(solutions.size);
  for (const { id, rules, places } of sample(PUZZLES, 8)) {
    const judgement = await evaluation.ask(rules, await kernel.survey({ rules, places }), never);
    const right = solutionOf(judgement);
    expect(right && moveName(rules, right)).toBe(solutions.get(id));
    expect(judgement.moves.filter(({ loss }) => loss === 0)).toHaveLength(1);
    expect(lossesOf(judgement).least).toBeGreaterThan(0);
  }
});

test("there are puzzles of every difficulty", () => {
  for (const grade of GRADES) {
    expect(PUZZLES.filter((each) => each.grade === grade).length).toBeGreaterThan(40);
  }
});

test("the first puzzles are loops that win, and their solution is played to the end", async () => {
  expect(PUZZLES.slice(0, 13).map(({ isChoice }) => isChoice)).toEqual([
    ...[false, false],
    ...Array.from({ length: 11 }, () => true),
  ]);
  const solving = await begin(at(0), new Streak(PUZZLES, tabWith()));
  expect(taskText(english.puzzles, solving)).toBe("You are O: win by a whole point.");
  await solving.play(solutionOf(solving.judgement) as Move);
  const { variation: line, start } = solving;
  expect([solving.at, solving.position, solving.position.loop]).toEqual([
    1,
    line[0]?.after,
    line[0]?.after.loop,
  ]);
  const [ply, ...rest] = line as [Ply, ...Ply[]];
  expect(consequenceText(en, english.review, solving.puzzle.rules, ply, rest)).toMatch(
    /^This closes a loop, so X chooses.*O/,
  );
  while (solving.isPlaying) solving.advance();
  expect(solving.position.outcome?.points).toMatchObject({ O: 1 });
  solving.look(0);
  expect([solving.position, solving.isPlaying]).toEqual([start, false]);
});

test("a win in one move is called so", async () => {
  const puzzle = PUZZLES.find(isWinInOne) as Puzzle;
  const solving = await begin(puzzle, new Streak(PUZZLES, tabWith()));
  expect(taskText(english.puzzles, solving)).toBe("You are X: win in one move.");
});

const CHOICE = PUZZLES.find(({ isChoice }) => isChoice) as Puzzle;

test("a choice is solved by its better outcome", async () => {
  const streak = new Streak(PUZZLES, tabWith());
  const solving = await begin(CHOICE, streak);
  expect(taskText(english.puzzles, solving)).toMatch(/^You are [XO]. Choose the better outcome.$/);
  await solving.play(wrongMove(solving));
  expect(solving.stage).toBe("wrong");
  await solving.play(solutionOf(solving.judgement) as Move);
  expect(solving.stage).toBe("solved");
});

test("newcomers get ten easy puzzles first, unless they ask for harder ones", () => {
  const streak = new Streak(PUZZLES, tabWith());
  for (let i = 0; i < 10; i++) {
    const puzzle = streak.next("all", null);
    expect(puzzle.grade).toBeLessThanOrEqual(2);
    streak.solved(puzzle);
  }
  expect(streak.next(5, null).grade).toBe(5);
  const last = PUZZLES.filter((each) => each.grade < 3).at(-1) as Puzzle;
  const grades = PUZZLES.slice(PUZZLES.indexOf(last)).map(({ grade }) => grade);
  expect(grades.some((grade) => grade > 2)).toBe(streak.next("all", last).grade > 2);
});

test("the first hint is words and free, the second a square and a wrong try", async () => {
  const streak = new Streak(PUZZLES, tabWith());
  const solving = await begin(PUZZLES.find(isWinInOne) as Puzzle, streak);
  expect(hintText(english.puzzles, solving)).toBe(null);
  solving.showHint();
  expect(hintText(english.puzzles, solving)).toBe("Look for a line that this mark completes.");
  expect([solving.hintedSquare, streak.feats.missed]).toEqual([null, []]);
  solving.showHint();
  const right = solutionOf(solving.judgement) as Move & { kind: "placement" };
  expect([solving.hintedSquare, streak.feats.missed]).toEqual([
    right.squares[0],
    [solving.puzzle.id],
  ]);
  expect(hintText(english.puzzles, solving)).toMatch(/^Square \d is part of the solution\.$/);
});

test("a wrong move is answered on the board, and the puzzle can be tried again", async () => {
  const solving = await begin(at(0), new Streak(PUZZLES, tabWith()));
  const wrong = wrongMove(solving);
  await solving.play(wrong);
  expect([solving.stage, solving.wrong?.move, solving.solution]).toEqual(["wrong", wrong, null]);
  const { variation: line } = solving;
  expect([line[0]?.move, solving.position, solving.moves]).toEqual([wrong, line[0]?.after, []]);
  while (solving.isRefuting) solving.advance();
  expect(line[solving.at - 1]?.by).not.toBe(solving.start.decider);
  expect([solving.position.loop, line.at(-1)?.after.outcome === null]).toEqual([null, false]);
  solving.retry();
  expect([solving.stage, solving.wrong, solving.position]).toEqual(["open", null, solving.start]);
});

test("only the first attempt counts, and only once", async () => {
  const streak = new Streak(PUZZLES, tabWith());
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
  const afterMiss = async (solving: PuzzleAttempt): Promise<void> => {
    await solving.play(wrongMove(solving));
    solving.retry();
  };
  expect(await solve(at(2), afterMiss)).toEqual([0, 2]);
  expect(await solve(at(3), (solving) => solving.show())).toEqual([0, 2]);
  expect(await solve(at(4), atOnce)).toEqual([1, 2]);
  expect(streak.progress("all").solved).toBe(4);
});

test("reopening a failed puzzle is not a first attempt", async () => {
  const [storage, puzzle] = [memory(), at(5)];
  const before = await begin(puzzle, new Streak(PUZZLES, tabWith(storage)));
  await before.play(wrongMove(before));
  const streak = new Streak(PUZZLES, tabWith(storage));
  const after = await begin(puzzle, streak);
  await after.play(solutionOf(after.judgement) as Move);
  expect(streak.feats).toMatchObject({ streak: 0, solved: [puzzle.id] });
});

test("the next puzzle is the next unsolved one of its grade, cyclically", () => {
  const streak = new Streak(PUZZLES, tabWith());
  const easy = PUZZLES.filter(({ grade }) => grade === 1);
  streak.solved(easy[0] as Puzzle);
  expect(streak.next(1, null)).toBe(easy[1]);
  expect(streak.next(1, easy.at(-1) ?? null)).toBe(easy[1]);
});

test("invalid data is reported and set aside", () => {
  const storage = memory();
  storage.setItem("qttt.puzzles", '{"solved": 3}');
  const tab = tabWith(storage);
  const streak = new Streak(PUZZLES, tab);
  expect([tab.problem, streak.feats.streak]).toEqual(["setAside", 0]);
  expect(storage.getItem("qttt.puzzles.broken")).toBe('{"solved": 3}');
});
