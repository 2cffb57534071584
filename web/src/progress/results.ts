/**
 * Results against the computer on this device. A level is beaten after three wins; then the next
 * one is suggested.
 */

import type { Player } from "../kernel/types";
import { LEVELS, type Level, isThesis, strongerLevel } from "../play/levels";
import { type Setup, levelOf, peopleOf, rulesOf } from "../play/setup";
import { type Damaged, type Shape, checkVersion, entriesOf } from "../settings/shape";
import { device as here } from "../settings/storage.svelte";
import type { Store } from "../settings/store.svelte";

/** Results against a level under some rules, in words such as `krist rows=5 cols=5`. */
export interface LevelResult {
  readonly rules: string;
  readonly level: Level;
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
}

export interface Results {
  readonly version: 1;
  /** On this device. */
  readonly levels: readonly LevelResult[];
  /** On the other devices of the account. */
  readonly elsewhere: readonly LevelResult[];
  /** The last games that were counted, so that none counts twice. */
  readonly counted: readonly number[];
}

/** Wins after which a level is beaten. */
export const WINS_TO_BEAT = 3;
const MAX_COUNTED = 20;
const NONE: Results = { version: 1, levels: [], elsewhere: [], counted: [] };

export const RESULTS: Shape<Results> = { name: "results", none: NONE, parse: parseResults };

export function savedResults(device = here): Store<Results> {
  return device.store(RESULTS);
}

/** Save the results of the account's other devices; those of unknown levels are dropped. */
export function adoptResults(
  elsewhere: readonly (Omit<LevelResult, "level"> & { readonly level: string })[],
  device = here,
): void {
  const known = elsewhere.flatMap((result) => {
    const level = LEVELS.find((name) => name === result.level);
    return level ? [{ ...result, level }] : [];
  });
  savedResults(device).set((results) => ({ ...results, elsewhere: known }));
}

export function forgetResults(device = here): void {
  savedResults(device).clear();
}

/** Count a finished game; `winner` is null for a draw. */
export function saveResult(id: number, setup: Setup, winner: Player | null, device = here): void {
  savedResults(device).add((results) => withResult(results, id, setup, winner));
}

/** The results with a game; the same if it was counted before, or no person played a level. */
export function withResult(
  results: Results,
  id: number,
  setup: Setup,
  winner: Player | null,
): Results {
  const [person, ...others] = peopleOf(setup);
  const level = levelOf(setup);
  if (!person || others.length > 0 || !level || results.counted.includes(id)) return results;
  const before = total(results.levels, setup.rules, level);
  const part = winner === null ? "drawn" : winner === person ? "won" : "lost";
  const known = results.levels.find((counts) => isSame(counts, before));
  const after = { ...known, ...before, [part]: before[part] + 1 };
  return {
    ...results,
    levels: [...results.levels.filter((counts) => !isSame(counts, after)), after],
    counted: [id, ...results.counted].slice(0, MAX_COUNTED),
  };
}

/** The result on all devices. */
export function resultOf({ levels, elsewhere }: Results, rules: string, level: Level): LevelResult {
  return total([...levels, ...elsewhere], rules, level);
}

export function isBeaten({ won }: Pick<LevelResult, "won">): boolean {
  return won >= WINS_TO_BEAT;
}

/** The next level, if this one is beaten and that one is not. */
export function suggestedLevel(results: Results, setup: Setup): Level | null {
  const level = levelOf(setup);
  if (!level || !isBeaten(resultOf(results, setup.rules, level))) return null;
  const next = strongerLevel(rulesOf(setup), level);
  return next && !isBeaten(resultOf(results, setup.rules, next)) ? next : null;
}

/** The results by rules, those with the most games first. */
export function resultsByRules(results: Results): readonly (readonly LevelResult[])[] {
  const all = [...results.levels, ...results.elsewhere];
  const rules = [...new Set(all.map((result) => result.rules))];
  const groups = rules.map((preset) =>
    LEVELS.map((level) => total(all, preset, level)).filter((result) => gamesIn([result]) > 0),
  );
  return groups.sort((a, b) => gamesIn(b) - gamesIn(a));
}

export function gamesIn(results: readonly LevelResult[]): number {
  return results.reduce((sum, { won, drawn, lost }) => sum + won + drawn + lost, 0);
}

// --- private ---------------------------------------------------------------------------------

/** The sum of the results against a level under some rules. */
function total(results: readonly LevelResult[], rules: string, level: Level): LevelResult {
  const same = results.filter((result) => isSame(result, { rules, level }));
  const sum = (part: "won" | "drawn" | "lost") =>
    same.reduce((all, result) => all + result[part], 0);
  return { rules, level, won: sum("won"), drawn: sum("drawn"), lost: sum("lost") };
}

function isSame(
  one: Pick<LevelResult, "rules" | "level">,
  other: Pick<LevelResult, "rules" | "level">,
): boolean {
  return one.rules === other.rules && one.level === other.level;
}

/** Throws if the data is invalid as a whole. */
function parseResults(data: unknown, damaged: Damaged): Results {
  const saved = data as Record<keyof Results, unknown>;
  checkVersion("results", saved.version);
  const { levels, elsewhere = [], counted } = saved;
  if (![levels, elsewhere, counted].every(Array.isArray))
    throw new TypeError("the results are missing");
  // Results against the levels of the thesis are dropped: their namesakes are others.
  const listed = (name: "levels" | "elsewhere", list: unknown): LevelResult[] =>
    Object.values(
      entriesOf(
        { ...(list as (Partial<LevelResult> | null)[]).filter((entry) => !isThesis(entry?.level)) },
        (entry) => damaged({ [name]: Object.values(entry as object) }),
        parseLevel,
      ),
    );
  return {
    ...saved,
    version: 1,
    levels: listed("levels", levels),
    elsewhere: listed("elsewhere", elsewhere),
    counted: (counted as unknown[]).filter((id) => typeof id === "number"),
  };
}

function parseLevel(data: unknown): LevelResult {
  const { rules, level, won, drawn, lost } = data as Record<keyof LevelResult, unknown>;
  const known = LEVELS.find((name) => name === level);
  if (!known || typeof rules !== "string") throw new TypeError("a result has no level or rules");
  rulesOf({ rules, seats: { X: "human", O: known } });
  return {
    ...(data as object),
    ...{ rules, level: known, won: count(won), drawn: count(drawn), lost: count(lost) },
  };
}

function count(value: unknown): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0) return value;
  throw new TypeError("a number of games is missing");
}
