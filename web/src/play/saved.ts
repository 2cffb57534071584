/** The saved form of a match, and the last games on this device. */

import type { Rules } from "../kernel/rules";
import type { Move, Place } from "../kernel/types";
import { formatPosition, moveName } from "../notation/moves";
import type { Toss } from "./chance";
import { type Setup, rulesOf } from "./setup";

export const HELPS = ["values", "undo"] as const;
/** What makes a game of one person not count: values that they saw, or an end that they took back. */
export type Help = (typeof HELPS)[number];

export interface Saved {
  readonly version: 1;
  readonly setup: Setup;
  /** The start position, such as `12/25`; omitted if it is the empty board. */
  readonly start?: string;
  /** In machine notation; those after `at` were taken back. */
  readonly moves: readonly string[];
  readonly tosses: readonly (Toss | null)[];
  readonly at: number;
  readonly standing: { readonly X: number; readonly O: number; readonly games: number };
  readonly help?: Help;
}

/** The saved form of a game with these moves. */
export function savedGame(setup: Setup, start: readonly Place[], moves: readonly Move[]): Saved {
  const rules = rulesOf(setup);
  return {
    version: 1,
    setup,
    ...startOf(rules, start),
    moves: moves.map((move) => moveName(rules, move)),
    tosses: moves.map(() => null),
    at: moves.length,
    standing: { X: 0, O: 0, games: 0 },
  };
}

/** The saved form of the start position. */
export function startOf(rules: Rules, places: readonly Place[]): Pick<Saved, "start"> {
  return places.length > 0 ? { start: formatPosition(rules, places) } : {};
}

/** Number of marks at the current position of a saved match. */
export function marksIn({ start, moves, at }: Saved): number {
  const placed = moves.slice(0, at).filter((word) => !word.startsWith("@"));
  return placed.length + (start?.split("/").length ?? 0);
}

export interface SavedGame {
  readonly id: number;
  /** Time of the last move, in milliseconds. */
  readonly changed: number;
  readonly isOver: boolean;
  /** Number of changes. */
  readonly revision: number;
  /** Whether the page was closed while a computer or a coin was to decide. */
  readonly isLeft?: boolean | undefined;
  readonly saved: Saved;
}

export function isUnfinished(game: SavedGame): boolean {
  return !game.isOver && hasMarks(game);
}

/** Whether the game is worth listing. */
export function hasMarks({ saved }: SavedGame): boolean {
  return marksIn(saved) > 0;
}
