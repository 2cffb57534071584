/**
 * Computer players by name, and the move that each makes: the twin of `engine/levels.py`.
 *
 *  - the ladder, on every board: Random, Easy, Medium, Hard, and on top Optimal where the board is
 *    solved or Best where it is not;
 *  - the levels of Smanis' thesis (2016), where the board is solved: perfect moves, and a random
 *    one now and then;
 *  - the levels of an alpha-beta program for ordinary tic-tac-toe.
 */

import type { Kernel } from "../kernel/client";
import { PRESETS, type Rules, encodeRules, isSolved } from "../kernel/rules";
import {
  type Analysis,
  type Estimate,
  type EvalLevel,
  FEATURES,
  type Move,
  type Statistics,
  type Survey,
} from "../kernel/types";
import { type Chance, pick } from "./chance";
import { lapseOf, simulationsOf } from "./ladder";
import { perfect, trickiest } from "./perfect";

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

/** A move, and what its player had found out; null if it did not think. */
export interface Decision {
  readonly move: Move;
  readonly thoughts: Thoughts | null;
}

/** What a decision needs besides the position. */
export interface Deciding {
  readonly kernel: Kernel;
  readonly rules: Rules;
  readonly chance: Chance;
  /** Withdraws the question. */
  readonly signal: AbortSignal;
  /** Asks a search for the best move so far. */
  readonly enough?: AbortSignal;
  /** Called about ten times a second by a search. */
  readonly progress?: (told: Estimate) => void;
}

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

/**
 * The move of a level for the player who decides. A perfect move is one of the trickiest; random
 * moves are drawn evenly from all legal ones. Throws what the kernel throws, and `AbortError`.
 */
export async function decide(deciding: Deciding, here: Survey, level: Level): Promise<Decision> {
  const { kernel, rules, chance, signal } = deciding;
  if (isProgram(level)) {
    const places = { rules, places: here.places };
    const { move, statistics } = await kernel.classical(places, EVAL_LEVELS[level], { signal });
    return { move, thoughts: { kind: "statistics", ...statistics } };
  }
  if (level === "random" || isCareless(level, here, chance)) {
    return { move: pick(chance, here.moves), thoughts: null };
  }
  if (chance.happens(lapseOf(level, rules))) return atAGlance(deciding, here);
  if (!isSolved(rules)) return searched(deciding, here, simulationsOf(level, rules));
  const analysis = await perfect(deciding, here);
  const equal = await trickiest(deciding, here, analysis, chance);
  return { move: pick(chance, equal), thoughts: { kind: "analysis", ...analysis } };
}

/** A move of somebody who looks at this move only: takes what wins at once, else anything. */
async function atAGlance(
  { kernel, rules, chance, signal }: Deciding,
  here: Survey,
): Promise<Decision> {
  const seen = await kernel.search({ rules, places: here.places }, Infinity, chance.seed(), {
    simulations: 1,
    features: FEATURES.proofs,
    signal,
  });
  const sign = here.decider === "O" ? -1 : 1;
  const worth = seen.candidates.map(({ proven, value }) => (proven ? sign * value : 0));
  const most = Math.max(...worth);
  const best = seen.candidates.filter((_, i) => worth[i] === most).map(({ move }) => move);
  const move = pick(chance, most > 0 ? best : here.moves);
  return { move, thoughts: { kind: "estimate", ...seen } };
}

async function searched(
  { kernel, rules, chance, signal, enough, progress }: Deciding,
  here: Survey,
  simulations: number,
): Promise<Decision> {
  const found = await kernel.search({ rules, places: here.places }, Infinity, chance.seed(), {
    simulations,
    signal,
    ...(enough && { enough }),
    progress: (told) => "simulations" in told && progress?.(told),
  });
  // There is one: somebody is to move.
  return { move: found.move as Move, thoughts: { kind: "estimate", ...found } };
}

/** Whether this move is drawn at random; the thesis' Hard weighs every collapse. */
function isCareless(level: Level, { collapses }: Survey, chance: Chance): boolean {
  if (level === "thesis-hard" && collapses.length > 0) return false;
  return chance.happens(carelessnessOf(level));
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

function isProgram(level: Level): level is ProgramLevel {
  return level in EVAL_LEVELS;
}
