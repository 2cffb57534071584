/** Display interface of a match, and an earlier position of it. */

import type { Player, Survey } from "../kernel/types";
import { type Ply, changedSquares } from "./line";
import type { Match } from "./match.svelte";
import type { ShownPosition } from "./shown-line.svelte";

/** Implemented by local and by online games. */
export type MatchView = Pick<
  Match,
  | "rules"
  | "setup"
  | "people"
  | "position"
  | "loop"
  | "decider"
  | "isOurs"
  | "pairs"
  | "plies"
  | "recentPlies"
  | "standing"
> & {
  /** Names of the players, if they have any. */
  readonly names?: Readonly<Record<Player, string>>;
};

/** An earlier position of a running game, shown instead of the current one. */
export interface EarlierPosition extends ShownPosition {
  readonly ply: Ply;
  /** The position before it; null if that is the start. */
  readonly before: Survey | null;
}

/** The position after that many plies; null for the current one. */
export function earlierPosition(
  { rules, plies, pairs }: Pick<MatchView, "rules" | "plies" | "pairs">,
  at: number | null,
): EarlierPosition | null {
  const ply = at === null || at >= plies.length ? undefined : plies[at - 1];
  if (at === null || !ply) return null;
  const { move, after: position } = ply;
  const before = plies[at - 2]?.after ?? null;
  return {
    rules,
    ply,
    position,
    pairs: new Map([...pairs].filter(([mark]) => mark <= position.places.length)),
    last: before ? changedSquares(before, move, position) : [...movedTo(move)],
    before,
  };
}

function movedTo(move: Ply["move"]): readonly number[] {
  return move.kind === "placement" ? move.squares : [move.square];
}
