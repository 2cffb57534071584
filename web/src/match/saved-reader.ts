/** Parser of saved matches and of links to new ones; loaded only if one exists. */

import type { Kernel } from "../kernel/client";
import { PRESETS, type Rules, parseRules, presetOf } from "../kernel/rules";
import type { Move, Place } from "../kernel/types";
import { parseMove, parsePlaces } from "../notation/moves-reader";
import { SOURCES, type Toss } from "./chance";
import { LEVELS, levelsFor } from "./levels";
import { type PlayedLine, replayed } from "./line";
import { HELPS, type Saved, type SavedGame } from "./saved";
import { type Kind, type Names, type Setup, rulesOf } from "./setup";
import { readRules, writeRules } from "../notation/rules";

/** The data is not a saved match. */
export class SavedError extends Error {
  override readonly name = "SavedError";
}

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

/** Validate the saved games; moves are not checked here. Throws `SavedError`. */
export function parseGames(data: unknown): readonly SavedGame[] {
  return list(data, "the games").map((each) => {
    const game = record(each, "a game");
    return {
      id: number(game["id"], "the id"),
      changed: number(game["changed"], "the time"),
      isOver: game["isOver"] === true,
      saved: parseSaved(game["saved"]),
    };
  });
}

/** Throws `SavedError` if the match is invalid. */
export function parseSaved(data: unknown): Saved {
  const saved = record(data, "the saved match");
  if (saved["version"] !== 1)
    throw new SavedError(`version ${String(saved["version"])} is unknown`);
  const moves = list(saved["moves"], "moves").map((move) => text(move, "a move"));
  const tosses = list(saved["tosses"], "tosses").map(tossOf);
  const at = number(saved["at"], "at");
  if (!Number.isInteger(at) || at < 0 || at > moves.length || tosses.length !== moves.length) {
    throw new SavedError(`it stands after ${at} of ${moves.length} moves`);
  }
  const standing = record(saved["standing"], "standing");
  const help = HELPS.find((each) => each === saved["help"]);
  return {
    version: 1,
    setup: parseSetup(saved["setup"]),
    ...(saved["start"] !== undefined && { start: text(saved["start"], "the start") }),
    moves,
    tosses,
    at,
    standing: {
      X: number(standing["X"], "points"),
      O: number(standing["O"], "points"),
      games: number(standing["games"], "games"),
    },
    ...(help && { help }),
  };
}

/** Throws `SavedError` if the setup is invalid. */
export function parseSetup(data: unknown): Setup {
  const setup = record(data, "the setup");
  const rules = text(setup["rules"], "rules");
  if (!PRESETS.has(presetOf(rules))) throw new SavedError(`there are no rules "${rules}"`);
  parseRules(rules);
  const seats = record(setup["seats"], "seats");
  const flags = {
    ...(setup["lot"] === true && { lot: true }),
    ...(setup["swapped"] === true && { swapped: true }),
  };
  const seated = { X: kindOf(seats["X"]), O: kindOf(seats["O"]) };
  const named = setup["names"] !== undefined && { names: parseNames(setup["names"]) };
  return { rules, seats: seated, ...flags, ...named };
}

/** Throws `SavedError` if these are not names. */
export function parseNames(data: unknown): Names {
  const names = record(data, "the names");
  return { X: text(names["X"], "a name"), O: text(names["O"], "a name") };
}

function kindOf(data: unknown): Kind {
  const kind = (["human", ...LEVELS] as const).find((each) => each === data);
  if (!kind) throw new SavedError(`there is no kind of player ${String(data)}`);
  return kind;
}

function tossOf(data: unknown): Toss | null {
  if (data === null) return null;
  const { bit, source, device, measurement } = record(data, "a toss");
  const known = SOURCES.find((each) => each === source);
  if ((bit !== 0 && bit !== 1) || !known) throw new SavedError("a coin did not fall");
  return {
    bit,
    source: known,
    ...(typeof device === "string" && { device }),
    ...(typeof measurement === "string" && { measurement }),
  };
}

function record(data: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof data === "object" && data !== null && !Array.isArray(data)) {
    return data as Readonly<Record<string, unknown>>;
  }
  throw new SavedError(`${what} is missing`);
}

function list(data: unknown, what: string): readonly unknown[] {
  if (Array.isArray(data)) return data;
  throw new SavedError(`${what} are missing`);
}

function text(data: unknown, what: string): string {
  if (typeof data === "string") return data;
  throw new SavedError(`${what} is missing`);
}

function number(data: unknown, what: string): number {
  if (typeof data === "number" && Number.isFinite(data)) return data;
  throw new SavedError(`${what} is missing`);
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
