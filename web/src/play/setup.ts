/** The setup of a match: rules and players. */

import { type Rules, parseRules } from "../kernel/rules";
import type { Player } from "../kernel/types";
import type { Chance } from "./chance";
import { type Level, levelsFor } from "./levels";

/** The kind of player in a seat. */
export type Kind = "human" | Level;

/** The marks a person wants to play; `lot` draws before each first game. */
export type Marks = Player | "lot";

export type Names = Readonly<Record<Player, string>>;

export interface Setup {
  /** A preset with changed switches: `krist rows=5 cols=5`. */
  readonly rules: string;
  readonly seats: Readonly<Record<Player, Kind>>;
  /** Whether the sides were drawn at random. */
  readonly lot?: boolean;
  /** Whether the players have swapped sides. */
  readonly swapped?: boolean;
  /** Names of two people at this device; empty for a person without one. */
  readonly names?: Names;
}

export const DEFAULT: Setup = { rules: "goff", seats: { X: "human", O: "easy" } };

/** The nearest level on boards that lack one. */
const NEAREST: Partial<Record<Level, Level>> = {
  best: "optimal",
  optimal: "best",
  "eval-easy": "easy",
  "eval-intermediate": "medium",
  "eval-difficult": "hard",
};

/** The level nearest to `wanted` that these rules have. */
export function nearestLevel(rules: Rules, wanted: Level): Level {
  return levelsFor(rules).includes(wanted) ? wanted : (NEAREST[wanted] ?? wanted);
}

/** A person against a level. */
export function singlePlayer(rules: string, marks: Marks, level: Level): Setup {
  const seats: Setup["seats"] = marks === "O" ? { X: level, O: "human" } : { X: "human", O: level };
  return { rules, seats, ...(marks === "lot" && { lot: true }) };
}

/** The setup of a new match, with sides drawn if they are random. */
export function drawn(setup: Setup, chance: Chance): Setup {
  const { X, O } = setup.seats;
  return setup.lot && chance.below(2) ? { ...setup, seats: { X: O, O: X } } : setup;
}

/** The marks that the person of a single player match wants to play. */
export function marksOf(setup: Setup): Marks {
  return setup.lot ? "lot" : (peopleOf(setup)[0] ?? "X");
}

/** The level that plays, that of O if there are two. */
export function levelOf({ seats: { X, O } }: Setup): Level | null {
  if (O !== "human") return O;
  return X === "human" ? null : X;
}

/** Two levels against each other. */
export function twoComputers(rules: string, seats: Readonly<Record<Player, Level>>): Setup {
  return { rules, seats };
}

export function twoPlayers(rules: string): Setup {
  return { rules, seats: { X: "human", O: "human" } };
}

/** The same players with sides swapped. */
export function swapped(setup: Setup): Setup {
  const { seats, names } = setup;
  return {
    ...setup,
    seats: { X: seats.O, O: seats.X },
    ...(names && { names: { X: names.O, O: names.X } }),
    swapped: !setup.swapped,
  };
}

export function peopleOf({ seats }: Setup): Player[] {
  return (["X", "O"] as const).filter((player) => seats[player] === "human");
}

export function rulesOf({ rules }: Setup): Rules {
  return parseRules(rules);
}
