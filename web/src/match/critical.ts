/** The position of a finished game that is the best riddle. */

import type { Player } from "../kernel/types";
import type { Ply } from "./line";

/**
 * Number of plies before the position to show: the loop that the winner collapsed to win, otherwise
 * the end of the game.
 */
export function criticalPly(plies: readonly Ply[], winner: Player | null): number {
  const last = plies.at(-1);
  const decides = winner !== null && last?.move.kind === "collapse" && last.by === winner;
  return decides ? plies.length - 1 : plies.length;
}
