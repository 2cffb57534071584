/** The puzzle of the day. */

import { expect, test } from "vitest";

import { WEEK, weekdayOf } from "../../src/progress/days";
import {
  type Puzzle,
  cycleOf,
  dailyPuzzle,
  easyDailyPuzzle,
  hash,
  loadPuzzles,
} from "../../src/study/puzzles";

const PUZZLES = await loadPuzzles();
const CYCLE = cycleOf(PUZZLES);
const FIRST = 20_700;
const days = (count: number): number[] => Array.from({ length: count }, (_, i) => FIRST + i);

/** The mean grade of the puzzles on a weekday. */
function meanGrade(weekday: number): number {
  const grades = days(CYCLE)
    .filter((day) => weekdayOf(day) === weekday)
    .map((day) => dailyPuzzle(PUZZLES, day).grade);
  return grades.reduce<number>((sum, grade) => sum + grade, 0) / grades.length;
}

test("no puzzle is repeated within as many days as there are puzzles", () => {
  expect(CYCLE).toBeGreaterThan(150);
  const shown = days(3 * CYCLE).map((day) => dailyPuzzle(PUZZLES, day).id);
  for (const start of days(2 * CYCLE).keys())
    expect(new Set(shown.slice(start, start + CYCLE)).size).toBe(CYCLE);
});

test("puzzles become harder through the week", () => {
  const means = Array.from({ length: WEEK }, (_, weekday) => meanGrade(weekday));
  expect(means).toEqual([...means].sort((a, b) => a - b));
  expect((means[6] ?? 0) - (means[0] ?? 0)).toBeGreaterThan(2);
});

test("the puzzle depends on the date alone, not on the order of the file", () => {
  const turned: Puzzle[] = [...PUZZLES].reverse();
  for (const day of days(CYCLE)) expect(dailyPuzzle(turned, day)).toBe(dailyPuzzle(PUZZLES, day));
});

test("the hash is FNV-1a, so it stays the same", () => {
  const hashes = ["", "a", "foobar"].map((text) => hash(text).toString(16));
  expect(hashes).toEqual(["811c9dc5", "e40c292c", "bf9cf968"]);
});

test("the puzzle is never a choice between two outcomes", () => {
  for (const day of days(CYCLE)) expect(dailyPuzzle(PUZZLES, day).isChoice).toBe(false);
});

test("newcomers get an easy puzzle, another one each day", () => {
  const shown = days(21).map((day) => easyDailyPuzzle(PUZZLES, day));
  expect(Math.max(...shown.map(({ grade }) => grade))).toBeLessThanOrEqual(2);
  expect(shown.every(({ isChoice }) => !isChoice)).toBe(true);
  expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length);
});
