/** The analysis as saved on this device: a record of the tree and the current position in it. */

import { type Game, mainLine } from "../notation/game";
import { toRecord, writeRecord } from "../notation/game-writer";
import { type Path, type Tree, isMainLine } from "./tree";

export interface SavedAnalysis {
  readonly version: 1;
  readonly record: string;
  readonly path: Path;
  readonly at: number;
}

/** The data is not a saved analysis. */
class SavedAnalysisError extends Error {
  override readonly name = "KeptError";
}

export function saveAnalysis(tree: Tree, tags: ReadonlyMap<string, string>): SavedAnalysis {
  return { version: 1, record: recordText(tree, tags), path: tree.path, at: tree.at };
}

/** Tags that only matches have (N36), or that may no longer apply after changes. */
const OF_MATCHES = ["XKind", "OKind", "Current", "Conceded", "Offer", "Series", "Termination"];

/** The record of an analysis, with the current position if that is in the main line (N36). */
export function analysisRecord(tree: Tree, tags: ReadonlyMap<string, string>): string {
  const isInside = isMainLine(tree) && tree.at < mainLine(tree.root).length;
  return recordText(tree, tags, isInside ? tree.at : null);
}

/** The game as a record, with its tags; `at` moves of the main line are on the board, or all. */
export function recordText(
  game: Game,
  tags: ReadonlyMap<string, string> = new Map(),
  at: number | null = null,
): string {
  const own = [...tags].filter(([name]) => !OF_MATCHES.includes(name) && name !== "Result");
  const current = at === null ? [] : [["Current", String(at)] as const];
  return writeRecord(toRecord(game, new Map([...own, ...current])));
}

/** Validate the saved data; the record itself is not checked here. Throws `KeptError`. */
export function parseSavedAnalysis(data: unknown): SavedAnalysis {
  const { version, record, path, at } = (data ?? {}) as Partial<
    Record<keyof SavedAnalysis, unknown>
  >;
  if (version !== 1) throw new SavedAnalysisError(`version ${String(version)} is unknown`);
  if (typeof record !== "string") throw new SavedAnalysisError("the record is missing");
  if (!Array.isArray(path) || !path.every(isCount))
    throw new SavedAnalysisError("the way is missing");
  if (!isCount(at) || at > path.length)
    throw new SavedAnalysisError(`it stands after ${String(at)} moves`);
  return { version: 1, record, path, at };
}

function isCount(data: unknown): data is number {
  return typeof data === "number" && Number.isInteger(data) && data >= 0;
}
