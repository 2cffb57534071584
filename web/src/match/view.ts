/** A match as it is shown: one that is played on this device and one that a server tells look alike. */

import type { Player } from "../kernel/types";
import type { Match } from "./match.svelte";

export type MatchView = Pick<
  Match,
  "rules" | "setup" | "people" | "position" | "loop" | "decider" | "isOurs" | "plies" | "news"
> &
  Pick<Match, "standing"> & {
    /** What the players are called, where they have names of their own. */
    readonly names?: Readonly<Record<Player, string>>;
  };
