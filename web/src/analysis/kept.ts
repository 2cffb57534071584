/** The analysis as saved on this device: a record of the tree and the current position in it. */

import type { Game } from "../notation/game";
import { toRecord } from "../notation/game-writer";
import { writeRecord } from "../notation/record-writer";
import type { Tree, Way } from "./tree";

export interface Kept {
  readonly version: 1;
  readonly record: string;
  readonly way: Way;
  readonly at: number;
}

/** The data is not a saved analysis. */
export class KeptError extends Error {
  override readonly name = "KeptError";
}

export function keep(tree: Tree, tags: ReadonlyMap<string, string>): Kept {
  return { version: 1, record: recordText(tree, tags), way: tree.way, at: tree.at };
}

/** Tags that only matches have (N36), or that may no longer apply after changes. */
const OF_MATCHES = ["XKind", "OKind", "Current", "Conceded", "Offer", "Series", "Termination"];

/** The game as a record, with its tags. */
export function recordText(game: Game, tags: ReadonlyMap<string, string> = new Map()): string {
  const own = [...tags].filter(([name]) => !OF_MATCHES.includes(name) && name !== "Result");
  return writeRecord(toRecord(game, new Map(own)));
}

/** Validate the saved data; the record itself is not checked here. Throws `KeptError`. */
export function parseKept(data: unknown): Kept {
  const { version, record, way, at } = (data ?? {}) as Partial<Record<keyof Kept, unknown>>;
  if (version !== 1) throw new KeptError(`version ${String(version)} is unknown`);
  if (typeof record !== "string") throw new KeptError("the record is missing");
  if (!Array.isArray(way) || !way.every(isCount)) throw new KeptError("the way is missing");
  if (!isCount(at) || at > way.length) throw new KeptError(`it stands after ${String(at)} moves`);
  return { version: 1, record, way, at };
}

function isCount(data: unknown): data is number {
  return typeof data === "number" && Number.isInteger(data) && data >= 0;
}
