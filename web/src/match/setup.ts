/** What is agreed before a match: the rules, and who plays. */

import { type Rules, parseRules } from "../kernel/rules";
import type { Player } from "../kernel/types";
import type { Chance } from "./chance";
import { type Level, levelsFor } from "./levels";

/** Who sits in a seat. */
export type Kind = "human" | Level;

/** The marks that somebody wants to play; or a lot is drawn before each first game. */
export type Marks = Player | "lot";

export interface Setup {
  /** A preset and what differs from it: `krist rows=5 cols=5`. */
  readonly rules: string;
  readonly seats: Readonly<Record<Player, Kind>>;
  /** Whether a lot has decided who plays X. */
  readonly lot?: boolean;
  /** Whether the first player, who began with X, has changed sides. */
  readonly swapped?: boolean;
}

export const DEFAULT: Setup = { rules: "goff", seats: { X: "human", O: "easy" } };

/** What comes nearest to a level on boards that do not have it. */
const NEAREST: Partial<Record<Level, Level>> = {
  best: "optimal",
  optimal: "best",
  "thesis-easy": "easy",
  "thesis-medium": "medium",
  "thesis-hard": "hard",
  "eval-easy": "easy",
  "eval-intermediate": "medium",
  "eval-difficult": "hard",
};

/** The level nearest to `wished` that these rules have. */
export function offered(rules: Rules, wished: Level): Level {
  return levelsFor(rules).includes(wished) ? wished : (NEAREST[wished] ?? wished);
}

/** One person with these marks against a level. */
export function single(rules: string, marks: Marks, level: Level, chance: Chance): Setup {
  const mine = marks === "lot" ? (chance.below(2) ? "O" : "X") : marks;
  const seats: Setup["seats"] = mine === "X" ? { X: "human", O: level } : { X: level, O: "human" };
  return { rules, seats, ...(marks === "lot" && { lot: true }) };
}

/** Two people. */
export function pair(rules: string): Setup {
  return { rules, seats: { X: "human", O: "human" } };
}

/** The same players on changed sides. */
export function swapped(setup: Setup): Setup {
  const { X, O } = setup.seats;
  return { ...setup, seats: { X: O, O: X }, swapped: !setup.swapped };
}

/** The players that are people. */
export function peopleOf({ seats }: Setup): Player[] {
  return (["X", "O"] as const).filter((player) => seats[player] === "human");
}

export function rulesOf({ rules }: Setup): Rules {
  return parseRules(rules);
}
