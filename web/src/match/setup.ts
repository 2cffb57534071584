/** What is agreed before a match: the rules, and who plays. */

import { type Rules, parseRules } from "../kernel/rules";
import type { Player } from "../kernel/types";
import { type Level, levelsFor } from "./levels";

/** Who sits in a seat. */
export type Kind = "human" | Level;

export interface Setup {
  /** A preset and what differs from it: `krist rows=5 cols=5`. */
  readonly rules: string;
  readonly seats: Readonly<Record<Player, Kind>>;
}

export const DEFAULT: Setup = { rules: "goff", seats: { X: "human", O: "thesis-easy" } };

/** The level nearest to `wished` that these rules have. */
export function offered(rules: Rules, wished: Level): Level {
  const levels = levelsFor(rules);
  return levels.includes(wished) ? wished : (levels.at(-1) ?? "random");
}

/** The players that are people. */
export function peopleOf({ seats }: Setup): Player[] {
  return (["X", "O"] as const).filter((player) => seats[player] === "human");
}

export function rulesOf({ rules }: Setup): Rules {
  return parseRules(rules);
}
