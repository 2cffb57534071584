/** Groups of worlds: one per outcome of a loop, before and after its collapse. */

import type { Landing } from "../../circuit/circuit";
import { type Rules, sizeOf } from "../../kernel/rules";
import type { Place, Survey } from "../../kernel/types";

/** Number of worlds per page, which have more marks and are larger on large boards. */
export function worldsPerPage(rules: Rules): number {
  return Math.min(64, Math.floor(64 ** 3 / sizeOf(rules) ** 2));
}

/** The square of every mark. */
export type World = readonly number[];

/** The worlds of one outcome. */
export interface OutcomeWorlds {
  /** Where the closing mark lands in this outcome; null if there is no loop. */
  readonly square: number | null;
  readonly places: readonly Place[];
  /** Whether a collapse has ruled them out. */
  readonly isGone: boolean;
}

/** The groups of a position reached from `before`. */
export function groupsOf(survey: Survey, before: Survey | null): OutcomeWorlds[] {
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

/** The worlds of `before` with a mark of this pair added to a square that is taken there. */
export function contradictions(before: readonly World[], pair: Place): World[] {
  return before.flatMap((world) =>
    pair.filter((square) => world.includes(square)).map((square) => [...world, square]),
  );
}

export function holds(world: World, { mark, square }: Landing): boolean {
  return world[mark - 1] === square;
}
