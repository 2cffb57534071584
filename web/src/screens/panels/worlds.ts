/** Worlds in groups: one for each outcome of a loop, before it collapses and after. */

import type { Place, Survey } from "../../kernel/types";

/** How many worlds are listed at a time. */
export const PAGE = 64;

/** Where each mark is, in order. */
export type World = readonly number[];

/** One mark in one of its squares. */
export interface Landing {
  readonly mark: number;
  readonly square: number;
}

/** All worlds of a position. */
export interface Group {
  /** Where the closing mark lands in them; null if no loop is or was pending. */
  readonly square: number | null;
  readonly places: readonly Place[];
  /** Whether a collapse has ruled them out. */
  readonly isGone: boolean;
}

/** The groups of a position that a ply has led to from `before`. */
export function groupsOf(survey: Survey, before: Survey | null): Group[] {
  const here = survey.places.join();
  const pending = survey.collapses.map((side) => ({ ...side, isGone: false }));
  const decided = before?.collapses.map((side) => ({
    ...side,
    isGone: side.places.join() !== here,
  }));
  if (pending.length > 0) return pending;
  if (decided && decided.length > 0) return decided;
  return [{ square: null, places: survey.places, isGone: false }];
}

/** The worlds of before that no world of now goes on from. */
export function contradicted(before: readonly World[], now: readonly World[]): World[] {
  const marks = before[0]?.length ?? 0;
  const alive = new Set(now.map((world) => world.slice(0, marks).join()));
  return before.filter((world) => !alive.has(world.join()));
}

export function holds(world: World, { mark, square }: Landing): boolean {
  return world[mark - 1] === square;
}
