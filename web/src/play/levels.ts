/**
 * Computer players; with `strengths.ts` and `decide.ts` the counterpart of `engine/levels.py`. There
 * are none on large boards, which have no search.
 *
 *  - the ladder: Random, Easy, Medium, Hard, and on top Optimal where the board is solved or Best
 *    where it is not;
 *  - the levels of an alpha-beta program for ordinary tic-tac-toe.
 */

import { PRESETS, type Rules, encodeRules, isLarge, isSolved } from "../kernel/rules";
import type { Analysis, Estimate, ClassicalStatistics } from "../kernel/types";

const PROGRAM = ["eval-easy", "eval-intermediate", "eval-difficult"] as const;

export type ProgramLevel = (typeof PROGRAM)[number];
export type Level = "random" | "easy" | "medium" | "hard" | "best" | "optimal" | ProgramLevel;

/** The family that a level belongs to. */
export type Family = "ladder" | "eval";

/** Named as in records. */
export const LEVELS: readonly Level[] = [
  ...(["random", "easy", "medium", "hard", "best", "optimal"] as const),
  ...PROGRAM,
];

/** What a computer found out about its move. */
export type EngineInfo =
  | ({ readonly kind: "analysis" } & Analysis)
  | ({ readonly kind: "estimate" } & Estimate)
  | ({ readonly kind: "statistics" } & ClassicalStatistics);

/** The families of levels available under these rules. */
export function familiesFor(rules: Rules): readonly Family[] {
  if (isLarge(rules)) return [];
  return isProgrammed(rules) ? ["ladder", "eval"] : ["ladder"];
}

/** The levels of a family from weakest to strongest. */
export function levelsIn(rules: Rules, family: Family): readonly Level[] {
  const top = isSolved(rules) ? "optimal" : "best";
  return family === "eval" ? PROGRAM : ["random", "easy", "medium", "hard", top];
}

/** The levels available under these rules. */
export function levelsFor(rules: Rules): readonly Level[] {
  return [...new Set(familiesFor(rules).flatMap((family) => levelsIn(rules, family)))];
}

/** Whether a level runs a search under these rules; solved quantum boards are looked up. */
export function searches(level: Level, rules: Rules): boolean {
  return level !== "random" && (rules.marks === "classical" || !isSolved(rules));
}

export function familyOf(level: Level): Family {
  return isProgram(level) ? "eval" : "ladder";
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
