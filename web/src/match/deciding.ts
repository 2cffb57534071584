/** Moves of the computer levels; loaded when a computer plays. */

import type { Kernel } from "../kernel/client";
import { type Rules, isSolved } from "../kernel/rules";
import { type Estimate, FEATURES, type Move, type Survey } from "../kernel/types";
import type { Chance } from "./chance";
import { pick, shuffled } from "./drawing";
import { lapseOf, simulationsOf } from "./ladder";
import { type Level, type Thoughts, isProgram } from "./levels";
import { EVAL_LEVELS, carelessnessOf } from "./strengths";

/** A move, and the findings behind it; null if it was not computed. */
export interface Decision {
  readonly move: Move;
  readonly thoughts: Thoughts | null;
}

/** Dependencies of a decision. */
export interface Deciding {
  readonly kernel: Kernel;
  readonly rules: Rules;
  readonly chance: Chance;
  /** Cancels the request. */
  readonly signal: AbortSignal;
  /** Ends a search with the best move so far. */
  readonly enough?: AbortSignal;
  /** Called about ten times a second by a search. */
  readonly progress?: (told: Estimate) => void;
}

/**
 * The move of a level for the side to decide. A perfect move is one of the trickiest; random moves
 * are drawn uniformly. Throws what the kernel throws, and `AbortError`.
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
  return considered(deciding, here);
}

/** With more marks than this, answers are found quickly. */
const HARD = 2;

/**
 * Ponder: compute the level's replies to each legal move while a person thinks; the kernel caches
 * the results. Throws as `decide` does.
 */
export async function foresee(deciding: Deciding, here: Survey, level: Level): Promise<void> {
  const { kernel, rules, signal } = deciding;
  const { places } = here;
  if (places.length < HARD && isSlow(rules, level))
    await kernel.foresee({ rules, places }, { signal });
}

/** Ponder the first move of a level. */
export async function foreseeOpening(deciding: Deciding, level: Level): Promise<void> {
  const { kernel, rules, signal } = deciding;
  if (isSlow(rules, level)) await kernel.perfect({ rules, places: [] }, [], { signal });
}

/** Whether a level needs a slow call of the solver. */
function isSlow(rules: Rules, level: Level): boolean {
  return level !== "random" && rules.marks === "quantum" && isSolved(rules);
}

/** A perfect move; among equal ones, one of the trickiest. */
async function considered(
  { kernel, rules, chance, signal }: Deciding,
  { places, moves }: Survey,
): Promise<Decision> {
  const lots = shuffled(chance, [...moves.keys()]);
  const { analysis, moves: equal } = await kernel.perfect({ rules, places }, lots, { signal });
  return { move: pick(chance, equal), thoughts: { kind: "analysis", ...analysis } };
}

/** A move with a lookahead of one ply: an immediate win, otherwise random. */
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
  // Not null: the game is not over.
  return { move: found.move as Move, thoughts: { kind: "estimate", ...found } };
}

/** Whether this move is random; the Hard level of the thesis always computes collapses. */
function isCareless(level: Level, { collapses }: Survey, chance: Chance): boolean {
  if (level === "thesis-hard" && collapses.length > 0) return false;
  return chance.happens(carelessnessOf(level));
}
