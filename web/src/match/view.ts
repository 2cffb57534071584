/** Display interface of a match, implemented by local and by online games. */

import type { Player } from "../kernel/types";
import type { Match } from "./match.svelte";

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
