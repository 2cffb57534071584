/**
 * Computer players; with `strengths.ts` and `decide.ts` the counterpart of `engine/levels.py`. There
 * are none on large boards, which have no search.
 *
 *  - the ladder: Random, Easy, Medium, Hard, Expert, and on top Optimal where the board is solved or
 *    Best where it is not;
 *  - the levels of an alpha-beta program for ordinary tic-tac-toe.
 */

import { PRESETS, type Rules, encodeRules, isLarge, isSolved } from "../kernel/rules";
import type { Analysis, Estimate, ClassicalStatistics } from "../kernel/types";

const LADDER = ["random", "easy", "medium", "hard", "expert"] as const;
const PROGRAM = ["eval-easy", "eval-intermediate", "eval-difficult"] as const;

export type ProgramLevel = (typeof PROGRAM)[number];
export type Level = (typeof LADDER)[number] | "best" | "optimal" | ProgramLevel;

/** Named as in records. */
export const LEVELS: readonly Level[] = [...LADDER, "best", "optimal", ...PROGRAM];

/** The levels of Smanis' thesis, which earlier versions had and `qttt play` has. */
const THESIS = /^thesis-(?=(?:easy|medium|hard)$)/;

export function isThesis(name: unknown): boolean {
  return THESIS.test(String(name));
}

/** The level with a name in saved games and links; for one of the thesis its namesake. */
export function levelNamed(name: unknown): Level | undefined {
  const known = String(name).replace(THESIS, "");
  return LEVELS.find((level) => level === known);
}

/** What a computer found out about its move. */
export type EngineInfo =
  | ({ readonly kind: "analysis" } & Analysis)
  | ({ readonly kind: "estimate" } & Estimate)
  | ({ readonly kind: "statistics" } & ClassicalStatistics);

/** The levels available under these rules: the ladder from weakest to strongest, then the program's. */
export function levelsFor(rules: Rules): readonly Level[] {
  if (isLarge(rules)) return [];
  const top = isSolved(rules) ? "optimal" : "best";
  return [...LADDER, top, ...(isProgrammed(rules) ? PROGRAM : [])];
}

/** The next stronger level of the same kind; undefined for the strongest. */
export function strongerLevel(rules: Rules, level: Level): Level | undefined {
  const levels = levelsFor(rules);
  const next = levels[levels.indexOf(level) + 1];
  return next && isProgram(next) === isProgram(level) ? next : undefined;
}

/** Whether a level runs a search under these rules; solved quantum boards are looked up. */
export function searches(level: Level, rules: Rules): boolean {
  return level !== "random" && (rules.marks === "classical" || !isSolved(rules));
}

/** Whether these are the rules of the alpha-beta program. */
function isProgrammed(rules: Rules): boolean {
  const code = encodeRules(rules).join();
  return ["classic3", "classic4"].some((name) => {
    const preset = PRESETS.get(name);
    return preset !== undefined && encodeRules(preset).join() === code;
  });
}

export function isProgram(level: Level): level is ProgramLevel {
  return (PROGRAM as readonly Level[]).includes(level);
}
