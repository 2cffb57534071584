/** The sound of a ply. */

import type { Player } from "../kernel/types";
import type { Sound } from "../settings/sounds";
import type { Ply } from "./line";

/** At the end of the game: a win if any person at this device won. */
export function soundOf(
  { move, after }: Pick<Ply, "move" | "after">,
  people: readonly Player[],
): Exclude<Sound, "rejected"> {
  const points = after.outcome?.points;
  if (points) {
    if (points.X === points.O) return "draw";
    const winner = points.X > points.O ? "X" : "O";
    return people.length === 0 || people.includes(winner) ? "win" : "loss";
  }
  if (move.kind === "collapse") return "collapse";
  return after.collapses.length > 0 ? "loop" : "place";
}
