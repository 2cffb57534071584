/** How a game goes on with best play. */

import type { Kernel } from "../kernel/client";
import type { Rules } from "../kernel/rules";
import type { Move, Survey } from "../kernel/types";
import type { Ply } from "../match/line";

/** The plies of a line from a position; ends with the game. Throws `KernelError`. */
export async function playedOut(
  kernel: Pick<Kernel, "play">,
  rules: Rules,
  start: Survey,
  moves: readonly Move[],
): Promise<readonly Ply[]> {
  const plies: Ply[] = [];
  let survey = start;
  for (const move of moves) {
    if (!survey.decider) break;
    const after = await kernel.play({ rules, places: survey.places }, move);
    plies.push({ move, by: survey.decider, toss: null, after });
    survey = after;
  }
  return plies;
}
