/** Display interface of a match, and an earlier position of it. */

import type { Place, Player, Survey } from "../kernel/types";
import { type Ply, changedSquares } from "./line";
import type { Match } from "./match.svelte";

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
> &
  Pick<Match, "standing"> & {
    /** Names of the players, if they have any. */
    readonly names?: Readonly<Record<Player, string>>;
  };

/** An earlier position of a running game, shown instead of the current one. */
export interface EarlierPosition {
  readonly ply: Ply;
  readonly survey: Survey;
  readonly pairs: ReadonlyMap<number, Place>;
  /** The squares that the last ply changed. */
  readonly last: readonly number[];
  /** The position before it; null if that is the start. */
  readonly before: Survey | null;
}

/** The position after that many plies; null for the current one. */
export function earlierPosition(
  { plies, pairs }: Pick<MatchView, "plies" | "pairs">,
  at: number | null,
): EarlierPosition | null {
  const ply = at === null || at >= plies.length ? undefined : plies[at - 1];
  if (at === null || !ply) return null;
  const { move, after: survey } = ply;
  const before = plies[at - 2]?.after ?? null;
  return {
    ply,
    survey,
    pairs: new Map([...pairs].filter(([mark]) => mark <= survey.places.length)),
    last: before ? changedSquares(before, move, survey) : [...movedTo(move)],
    before,
  };
}

function movedTo(move: Ply["move"]): readonly number[] {
  return move.kind === "placement" ? move.squares : [move.square];
}
