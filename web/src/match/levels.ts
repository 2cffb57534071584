/**
 * Computer players by name, with the numbers behind each: with `deciding.ts` the twin of
 * `engine/levels.py`.
 *
 *  - the ladder, on every board: Random, Easy, Medium, Hard, and on top Optimal where the board is
 *    solved or Best where it is not;
 *  - the levels of Smanis' thesis (2016), where the board is solved: perfect moves, and a random
 *    one now and then;
 *  - the levels of an alpha-beta program for ordinary tic-tac-toe.
 */

import { PRESETS, type Rules, encodeRules, isSolved } from "../kernel/rules";
import type { Analysis, Estimate, EvalLevel, Statistics } from "../kernel/types";

/** How often a level of the thesis plays a random move (table I); it can be the best by luck. */
const CARELESSNESS = { "thesis-easy": 1 / 2, "thesis-medium": 1 / 4, "thesis-hard": 1 / 10 };

const CUTOFF = { cutoffDepth: 7, cutoffSeconds: 1, mostSeconds: 4 };

/** The levels of the alpha-beta program. */
export const EVAL_LEVELS = {
  "eval-easy": { weights: [1, 3, 6], depth: 1, ...CUTOFF },
  "eval-intermediate": { weights: [1, 0, 0], depth: 1, ...CUTOFF },
  "eval-difficult": { weights: [6, 3, 1], depth: null, ...CUTOFF },
} satisfies Record<string, EvalLevel>;

type ThesisLevel = keyof typeof CARELESSNESS;
type ProgramLevel = keyof typeof EVAL_LEVELS;
export type Level =
  "random" | "easy" | "medium" | "hard" | "best" | "optimal" | ThesisLevel | ProgramLevel;

/** The family that a level belongs to. */
export type Family = "ladder" | "thesis" | "eval";

const THESIS = Object.keys(CARELESSNESS) as ThesisLevel[];
const PROGRAM = Object.keys(EVAL_LEVELS) as ProgramLevel[];

/** By the names that records give them. */
export const LEVELS: readonly Level[] = [
  ...(["random", "easy", "medium", "hard", "best", "optimal"] as const),
  ...THESIS,
  ...PROGRAM,
];

/** What a player had found out when it moved. */
export type Thoughts =
  | ({ readonly kind: "analysis" } & Analysis)
  | ({ readonly kind: "estimate" } & Estimate)
  | ({ readonly kind: "statistics" } & Statistics);

/** The levels that play under these rules: the ladder from its foot to its top, then others. */
export function levelsFor(rules: Rules): readonly Level[] {
  const top = isSolved(rules) ? "optimal" : "best";
  const thesis = isSolved(rules) && rules.marks === "quantum" ? THESIS : [];
  return [
    "random",
    "easy",
    "medium",
    "hard",
    top,
    ...thesis,
    ...(isProgrammed(rules) ? PROGRAM : []),
  ];
}

/** Whether a level searches under these rules: where quantum boards are solved it looks them up. */
export function searches(level: Level, rules: Rules): boolean {
  return level !== "random" && (rules.marks === "classical" || !isSolved(rules));
}

export function familyOf(level: Level): Family {
  if (isThesis(level)) return "thesis";
  return isProgram(level) ? "eval" : "ladder";
}

/** The probability of a random move in the thesis; 0 for all others. */
export function carelessnessOf(level: Level): number {
  return isThesis(level) ? CARELESSNESS[level] : 0;
}

/** Whether these are the rules of the alpha-beta program. */
function isProgrammed(rules: Rules): boolean {
  const code = encodeRules(rules).join();
  return ["classic3", "classic4"].some((name) => {
    const preset = PRESETS.get(name);
    return preset !== undefined && encodeRules(preset).join() === code;
  });
}

function isThesis(level: Level): level is ThesisLevel {
  return level in CARELESSNESS;
}

/** Whether a level is one of the alpha-beta program. */
export function isProgram(level: Level): level is ProgramLevel {
  return level in EVAL_LEVELS;
}
