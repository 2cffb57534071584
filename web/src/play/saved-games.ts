/** The games saved on this device: their form, and the parser of saved matches. */

import { PRESETS, parseRules, presetOf } from "../kernel/rules";
import { type Damaged, NewerVersionError, type Shape, checkVersion } from "../settings/shape";
import { SOURCES, type Toss } from "./chance";
import { levelNamed } from "./levels";
import { HELPS, type Saved, type SavedGame, hasMarks } from "./saved";
import { DEFAULT, type Kind, type Names, type Setup } from "./setup";

/** The data is not a saved match. */
export class SavedError extends Error {
  override readonly name = "SavedError";
}

export interface SavedGames {
  /** The one that was changed last is the first. */
  readonly games: readonly SavedGame[];
  /** Games that a newer version of the app has saved. */
  readonly newer: readonly unknown[];
}

export const GAMES: Shape<SavedGames> = {
  name: "games",
  none: { games: [], newer: [] },
  parse: parseGames,
  write: ({ games, newer }) => [...games, ...newer],
};
/** The setup of the next match, and of the next one against a level. */
export const SETUP: Shape<Setup> = { name: "setup", none: DEFAULT, parse: parseSetup };
export const SINGLE: Shape<Setup | null> = { name: "single", none: null, parse: parseSetup };
/** Names of two people at this device. */
export const NAMES: Shape<Names | null> = { name: "names", none: null, parse: parseNames };
/** The game that a tab shows. */
export const CURRENT: Shape<number> = { name: "game", none: 0, parse: Number };

const MAX_GAMES = 10;

/** The games with this one; others are dropped if they are too old or have no marks. */
export function withGame(games: readonly SavedGame[], game: SavedGame): readonly SavedGame[] {
  const others = games.filter((other) => other.id !== game.id && hasMarks(other));
  return [game, ...others].sort((a, b) => b.changed - a.changed).slice(0, MAX_GAMES);
}

/** Validate the saved games; moves are not checked here. Throws `SavedError` if there are none. */
function parseGames(data: unknown, damaged: Damaged): SavedGames {
  const [games, newer]: [SavedGame[], unknown[]] = [[], []];
  for (const item of list(data, "the games")) {
    try {
      games.push(parseGame(item));
    } catch (error) {
      if (error instanceof NewerVersionError) newer.push(item);
      else damaged(item);
    }
  }
  return { games, newer };
}

function parseGame(data: unknown): SavedGame {
  const game = record(data, "a game");
  return {
    ...game,
    id: number(game["id"], "the id"),
    changed: number(game["changed"], "the time"),
    isOver: game["isOver"] === true,
    // Earlier versions did not count changes.
    revision: typeof game["revision"] === "number" ? game["revision"] : 0,
    saved: parseSaved(game["saved"]),
  };
}

/** Throws `SavedError` if the match is invalid. */
export function parseSaved(data: unknown): Saved {
  const saved = record(data, "the saved match");
  checkVersion("a match", saved["version"]);
  const moves = list(saved["moves"], "moves").map((move) => text(move, "a move"));
  const tosses = list(saved["tosses"], "tosses").map(tossOf);
  const at = number(saved["at"], "at");
  if (!Number.isInteger(at) || at < 0 || at > moves.length || tosses.length !== moves.length) {
    throw new SavedError(`it stands after ${at} of ${moves.length} moves`);
  }
  const standing = record(saved["standing"], "standing");
  const help = HELPS.find((name) => name === saved["help"]);
  return {
    ...saved,
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
  return { ...setup, rules, seats: seated, ...flags, ...named };
}

/** Throws `SavedError` if these are not names. */
function parseNames(data: unknown): Names {
  const names = record(data, "the names");
  return { X: text(names["X"], "a name"), O: text(names["O"], "a name") };
}

function kindOf(data: unknown): Kind {
  const kind = data === "human" ? data : levelNamed(data);
  if (!kind) throw new SavedError(`there is no kind of player ${String(data)}`);
  return kind;
}

function tossOf(data: unknown): Toss | null {
  if (data === null) return null;
  const { bit, source, device, measurement } = record(data, "a toss");
  const known = SOURCES.find((name) => name === source);
  if ((bit !== 0 && bit !== 1) || !known) throw new SavedError("a coin did not fall");
  return {
    ...(data as object),
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
