/** Parameters of the computer levels, as in `engine/levels.py`. */

import type { EvalLevel } from "../kernel/types";
import { type Level, type ProgramLevel, type ThesisLevel, isThesis } from "./levels";

/** The probability of a random move (thesis, table I); it may happen to be the best move. */
const RANDOM_MOVE_RATES: Readonly<Record<ThesisLevel, number>> = {
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

/** The probability of a random move of a thesis level; 0 for all others. */
export function randomMoveRate(level: Level): number {
  return isThesis(level) ? RANDOM_MOVE_RATES[level] : 0;
}
