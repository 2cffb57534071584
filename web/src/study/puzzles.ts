/**
 * Puzzles: positions in which exactly one move keeps the value. They were generated and graded by
 * `src/qttt/study/puzzles.py`; values of moves come from the kernel.
 */

import type { JudgedMove, Judgement } from "../analysis/judgement";
import { type Rules, parseRules, rowsOf } from "../kernel/rules";
import { type Move, type Place, sameMove } from "../kernel/types";
import { moveName } from "../notation/moves";
import { parsePlaces } from "../notation/moves-reader";
import { type Day, WEEK, modulo, weekOf, weekdayOf } from "../progress/days";

export const GRADES = [1, 2, 3, 4, 5] as const;
export type Grade = (typeof GRADES)[number];

/** Goals of solutions, as named in `src/qttt/study/themes.py`. */
export const GOALS = [
  "complete-win",
  "narrow-win",
  "double-win",
  "win",
  "hold-the-draw",
  "limit-the-loss",
  "best-odds",
] as const;
export type PuzzleGoal = (typeof GOALS)[number];

export interface Puzzle {
  /** Derived from rules and position, so it is stable. */
  readonly id: string;
  readonly words: string;
  readonly rules: Rules;
  readonly places: readonly Place[];
  /** From 1 (easy) to 5: how likely a person finds the solution. */
  readonly grade: Grade;
  readonly goal: PuzzleGoal;
  /** Whether the move is a choice between the two outcomes of a loop. */
  readonly isChoice: boolean;
  /** Whether the solution ends the game. */
  readonly endsGame: boolean;
  readonly closesLoop: boolean;
}

/** All puzzles: loops that win easily first, then grouped by rules, easier ones first. */
export async function loadPuzzles(): Promise<readonly Puzzle[]> {
  const { default: text } = await import("../../../spec/golden/puzzles.tsv?raw");
  const all = rowsOf(text).map(puzzleOf);
  return all.sort((one, other) => rankOf(one) - rankOf(other));
}

/** Two taps that close a loop and win are first, then one that chooses such a collapse. */
function rankOf({ words, grade, goal, isChoice }: Puzzle): number {
  const isFirst = words === "goff" && grade === 1 && goal === "complete-win";
  return isFirst ? Number(isChoice) : 2;
}

/** Whether a placement completes a line at once. */
export function isWinInOne({ goal, isChoice, endsGame }: Puzzle): boolean {
  return endsGame && !isChoice && (goal === "win" || goal === "complete-win");
}

/** What newcomers solve first. */
export const isEasy = ({ grade }: Puzzle): boolean => grade <= 2;

function puzzleOf([
  words = "",
  position = "",
  grade,
  themes = "",
  solution,
]: readonly string[]): Puzzle {
  const rules = parseRules(words);
  return {
    id: `${words} ${position}`,
    words,
    rules,
    places: parsePlaces(rules, position),
    grade: known(GRADES, Number(grade)),
    goal: known(GOALS, themes.split(" ")[1]),
    isChoice: solution?.startsWith("@") ?? false,
    endsGame: themes.split(" ").includes("at-once"),
    closesLoop: themes.split(" ").includes("close-the-loop"),
  };
}

function known<T>(all: readonly T[], wanted: unknown): T {
  const found = all.find((puzzle) => puzzle === wanted);
  if (found === undefined) throw new RangeError(`${String(wanted)} is not one of ${all.join()}`);
  return found;
}

/** A move as text: `12`, `@5`. */
export function answerText(rules: Rules, move: Move): string {
  return moveName(rules, move);
}

/** The judgement of a move; null if it is illegal. */
export function judgedMove({ moves }: Judgement, move: Move): JudgedMove | null {
  return moves.find((judged) => sameMove(judged.move, move)) ?? null;
}

/** The only move that keeps the value. */
export function solutionOf({ moves, value }: Judgement): Move | null {
  return moves.find((move) => move.value === value)?.move ?? null;
}

/** The smallest and the largest loss of a wrong move. */
export function lossesOf({ moves }: Judgement): { readonly least: number; readonly most: number } {
  const losses = moves.map(({ loss }) => loss).filter((loss) => loss > 0);
  return { least: Math.min(...losses), most: Math.max(...losses) };
}

// --- the puzzle of the day ------------------------------------------------------------------

/*
 * The puzzle of the day: a function of the date, so it is the same on every device, also offline.
 * Puzzles become harder from Monday to Sunday, and none is repeated before all others were shown.
 */

/** Placements under the standard rules: with two outcomes to choose from, half could guess. */
const isDaily = ({ words, isChoice }: Puzzle): boolean => words === "goff" && !isChoice;

/** Number of days until puzzles repeat. */
export function cycleOf(puzzles: readonly Puzzle[]): number {
  return WEEK * weeksOf(puzzles);
}

/** Each weekday has the puzzles of about one grade, in the order of their hashes. */
export function dailyPuzzle(puzzles: readonly Puzzle[], day: Day): Puzzle {
  const weeks = weeksOf(puzzles);
  const graded = puzzles.filter(isDaily).sort((a, b) => a.grade - b.grade || byHash(a, b));
  const start = weeks * weekdayOf(day);
  const fitting = graded.slice(start, start + weeks).sort(byHash);
  const puzzle = fitting[modulo(weekOf(day), weeks)];
  if (!puzzle) throw new RangeError("there are too few puzzles for a week");
  return puzzle;
}

/** The puzzle of a day for newcomers, who are not ready for those of a Sunday. */
export function easyDailyPuzzle(puzzles: readonly Puzzle[], day: Day): Puzzle {
  const easy = puzzles.filter((each) => isDaily(each) && isEasy(each)).sort(byHash);
  const puzzle = easy[modulo(day, easy.length)];
  if (!puzzle) throw new RangeError("there is no easy puzzle");
  return puzzle;
}

/** FNV-1a with 32 bits. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const sign of text) value = Math.imul(value ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}

function weeksOf(puzzles: readonly Puzzle[]): number {
  return Math.floor(puzzles.filter(isDaily).length / WEEK);
}

function byHash(one: Puzzle, other: Puzzle): number {
  return hash(one.id) - hash(other.id);
}
