/**
 * The puzzle of the day: a function of the date, so it is the same on every device, also offline.
 * Puzzles become harder from Monday to Sunday, and none is repeated before all others were shown.
 */

import { type Day, WEEK, modulo, weekOf, weekdayOf } from "../progress/days";
import type { Puzzle } from "./puzzles";

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
