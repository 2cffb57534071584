/**
 * Puzzles: positions in which exactly one move keeps the value. They were generated and graded by
 * `src/qttt/study/puzzles.py`; values of moves come from the kernel.
 */

import type { JudgedMove, Judgement } from "../analysis/judgement";
import { type Rules, parseRules, rowsOf } from "../kernel/rules";
import { type Move, type Place, sameMove } from "../kernel/types";
import { parsePlaces } from "../notation/moves-reader";

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
}

/** All puzzles, grouped by rules, easier ones first. */
export async function loadPuzzles(): Promise<readonly Puzzle[]> {
  const { default: text } = await import("../../../spec/golden/puzzles.tsv?raw");
  return rowsOf(text).map(puzzleOf);
}

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
  };
}

function known<T>(all: readonly T[], wanted: unknown): T {
  const found = all.find((each) => each === wanted);
  if (found === undefined) throw new RangeError(`${String(wanted)} is not one of ${all.join()}`);
  return found;
}

/** The judgement of a move; null if it is illegal. */
export function judgedMove({ moves }: Judgement, move: Move): JudgedMove | null {
  return moves.find((each) => sameMove(each.move, move)) ?? null;
}

/** The only move that keeps the value. */
export function solutionOf({ moves, value }: Judgement): Move | null {
  return moves.find((each) => each.value === value)?.move ?? null;
}

/** The smallest and the largest loss of a wrong move. */
export function lossesOf({ moves }: Judgement): { readonly least: number; readonly most: number } {
  const losses = moves.map(({ loss }) => loss).filter((loss) => loss > 0);
  return { least: Math.min(...losses), most: Math.max(...losses) };
}
