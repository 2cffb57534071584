/** Rebuild a line of plies from moves. */

import type { Move, Survey } from "../kernel/types";
import type { Toss } from "./chance";
import type { Ply } from "./line";

/** The plies through these positions. */
export function replayed(
  moves: readonly Move[],
  positions: readonly Survey[],
  tosses: readonly (Toss | null)[],
): Ply[] {
  return moves.map((move, i) => {
    const [before, after] = [positions[i], positions[i + 1]];
    const by = before && before.decider;
    if (!by || !after) throw new RangeError(`move ${i + 1} comes after the end`);
    return { move, by, toss: tosses[i] ?? null, after };
  });
}
