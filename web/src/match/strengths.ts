/** The numbers behind the levels of computer players, as in `engine/levels.py`. */

import type { EvalLevel } from "../kernel/types";
import { type Level, type ProgramLevel, type ThesisLevel, isThesis } from "./levels";

/** How often a level of the thesis plays a random move (table I); it can be the best by luck. */
const CARELESSNESS: Readonly<Record<ThesisLevel, number>> = {
  "thesis-easy": 1 / 2,
  "thesis-medium": 1 / 4,
  "thesis-hard": 1 / 10,
};

const CUTOFF = { cutoffDepth: 7, cutoffSeconds: 1, mostSeconds: 4 };

/** The levels of the alpha-beta program. */
export const EVAL_LEVELS: Readonly<Record<ProgramLevel, EvalLevel>> = {
  "eval-easy": { weights: [1, 3, 6], depth: 1, ...CUTOFF },
  "eval-intermediate": { weights: [1, 0, 0], depth: 1, ...CUTOFF },
  "eval-difficult": { weights: [6, 3, 1], depth: null, ...CUTOFF },
};

/** The probability of a random move in the thesis; 0 for all others. */
export function carelessnessOf(level: Level): number {
  return isThesis(level) ? CARELESSNESS[level] : 0;
}
