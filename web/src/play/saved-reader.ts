/** Reader of the moves of saved matches and of links to new ones; loaded only if one exists. */

import type { Kernel } from "../kernel/client";
import type { Rules } from "../kernel/rules";
import type { Move, Place } from "../kernel/types";
import { parseMove, parsePlaces } from "../notation/moves-reader";
import { readRules, writeRules } from "../notation/rules";
import { levelsFor } from "./levels";
import { type PlayedLine, replayed } from "./line";
import type { Saved } from "./saved";
import { SavedError, parseSetup } from "./saved-games";

import { type Setup, rulesOf } from "./setup";

/** The saved start and moves. Throws `RangeError` if they do not fit the board. */
export function savedMoves({ setup, start, moves }: Saved): {
  readonly rules: Rules;
  readonly start: readonly Place[];
  readonly moves: readonly Move[];
} {
  const rules = rulesOf(setup);
  return {
    rules,
    start: parsePlaces(rules, start ?? "-"),
    moves: moves.map((word) => {
      const move = parseMove(rules, word);
      if (!move) throw new RangeError(`"${word}" is not a move`);
      return move;
    }),
  };
}

/** Replay the saved moves. Throws if they are invalid, `KernelError` if the kernel fails. */
export async function replaySaved(kernel: Kernel, saved: Saved): Promise<PlayedLine> {
  const { rules, start, moves } = savedMoves(saved);
  const [first, ...others] = await kernel.replay(rules, moves, start);
  if (!first) throw new RangeError("a game has a first position");
  return { start: first, plies: replayed(moves, [first, ...others], saved.tosses), at: saved.at };
}

/**
 * Parse a link to a new match: `goff/X=human,O=hard`. `qttt play` writes such links. Throws
 * `SavedError` or `RulesError`.
 */
export function parseMatchLink(text: string): Setup {
  const [rules = "", seats = ""] = text.split("/");
  const seated = Object.fromEntries(seats.split(",").map((seat) => seat.split("=")));
  const setup = parseSetup({ rules: writeRules(readRules(rules)), seats: seated });
  const known = ["human", ...levelsFor(rulesOf(setup))];
  const unknown = Object.values(setup.seats).find((kind) => !known.includes(kind));
  if (unknown) throw new SavedError(`there is no level "${unknown}" under ${setup.rules}`);
  return setup;
}
