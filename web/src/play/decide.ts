/**
 * Moves of the computer levels, whose parameters are those of `engine/levels.py`; loaded when a
 * computer plays.
 */

import type { Kernel } from "../kernel/client";
import { type Rules, encodeRules, fits, isSolved, parseRules, sizeOf } from "../kernel/rules";
import { FEATURES } from "../generated/api";
import { type Candidate, type Estimate, type Move, type Survey, sameMove } from "../kernel/types";
import { type Chance, pick, shuffled } from "./chance";
import {
  BLUNDERS,
  EVAL_LEVELS,
  FADING,
  LEARNED_RULES,
  LEARNED_SHARES,
  LEARNED_SQUARES,
  NEARLY_EQUAL,
  SHARES,
  SIMULATION_SQUARES,
} from "../generated/levels";
import { type EngineInfo, type Level, isProgram } from "./levels";

/** A move, and the findings behind it; null if it was not computed. */
interface DecidedMove {
  readonly move: Move;
  readonly engineInfo: EngineInfo | null;
}

/** Dependencies of a decision. */
export interface DecisionContext {
  readonly kernel: Kernel;
  readonly rules: Rules;
  readonly chance: Chance;
  /** Cancels the request. */
  readonly signal: AbortSignal;
  /** Ends a search with the best move so far. */
  readonly enough?: AbortSignal;
  /** Called about ten times a second by a search. */
  readonly progress?: (partial: Estimate) => void;
}

/**
 * The move of a level for the side to decide. A perfect move is one of the trickiest; random moves
 * are drawn uniformly. Throws what the kernel throws, and `AbortError`.
 */
export async function decide(
  deciding: DecisionContext,
  here: Survey,
  level: Level,
): Promise<DecidedMove> {
  const { kernel, rules, chance, signal } = deciding;
  if (isProgram(level)) {
    const places = { rules, places: here.places };
    const { move, statistics } = await kernel.classical(places, EVAL_LEVELS[level], { signal });
    return { move, engineInfo: { kind: "statistics", ...statistics } };
  }
  if (level === "random") return { move: pick(chance, here.moves), engineInfo: null };
  if (chance.happens(blunderRate(level, rules, here))) return winOrRandomMove(deciding, here);
  if (!isSolved(rules)) return searched(deciding, here, level);
  return perfectMove(deciding, here);
}

/** With more marks than this, answers are found quickly. */
const MAX_EASY_MARKS = 2;

/**
 * Ponder: compute the level's replies to each legal move while a person thinks, and load what it
 * judges with; the kernel caches the results. Throws as `decide` does.
 */
export async function ponder(deciding: DecisionContext, here: Survey, level: Level): Promise<void> {
  const { kernel, rules, signal } = deciding;
  const { places } = here;
  await loadWeights(deciding, level);
  if (places.length < MAX_EASY_MARKS && isSlow(rules, level))
    await kernel.foresee({ rules, places }, { signal });
}

/** Ponder the first move of a level. */
export async function ponderOpening(deciding: DecisionContext, level: Level): Promise<void> {
  const { kernel, rules, signal } = deciding;
  await loadWeights(deciding, level);
  if (isSlow(rules, level)) await kernel.perfect({ rules, places: [] }, [], { signal });
}

/** Let the kernel load the learned weights of a level, if it has any: the first search does. */
async function loadWeights(
  { kernel, rules, signal }: DecisionContext,
  level: Level,
): Promise<void> {
  if (learnedSimulationsOf(level, rules) === null) return;
  await kernel.search({ rules, places: [] }, Infinity, 0n, { simulations: 1, learned: 1, signal });
}

/** Whether a level needs a slow call of the solver. */
function isSlow(rules: Rules, level: Level): boolean {
  return level !== "random" && rules.marks === "quantum" && isSolved(rules);
}

/** A perfect move; among equal ones, one of the trickiest. */
async function perfectMove(
  { kernel, rules, chance, signal }: DecisionContext,
  { places, moves }: Survey,
): Promise<DecidedMove> {
  const lots = shuffled(chance, [...moves.keys()]);
  const { analysis, moves: equal } = await kernel.perfect({ rules, places }, lots, { signal });
  return { move: pick(chance, equal), engineInfo: { kind: "analysis", ...analysis } };
}

/** A move with a lookahead of one ply: an immediate win, otherwise random. */
async function winOrRandomMove(
  { kernel, rules, chance, signal }: DecisionContext,
  here: Survey,
): Promise<DecidedMove> {
  const seen = await kernel.search({ rules, places: here.places }, Infinity, chance.seed(), {
    simulations: 1,
    features: FEATURES.PROOFS,
    signal,
  });
  const sign = here.decider === "O" ? -1 : 1;
  const values = seen.candidates.map(({ proven, value }) => (proven ? sign * value : 0));
  const highest = Math.max(...values);
  const best = seen.candidates.filter((_, i) => values[i] === highest).map(({ move }) => move);
  const move = pick(chance, highest > 0 ? best : here.moves);
  return { move, engineInfo: { kind: "estimate", ...seen } };
}

async function searched(
  { kernel, rules, chance, signal, enough, progress }: DecisionContext,
  here: Survey,
  level: Level,
): Promise<DecidedMove> {
  const learned = learnedSimulationsOf(level, rules);
  const estimate = await kernel.search({ rules, places: here.places }, Infinity, chance.seed(), {
    simulations: simulationsOf(level, rules),
    ...(learned !== null && { learned }),
    signal,
    ...(enough && { enough }),
    progress: (partial) => "simulations" in partial && progress?.(partial),
  });
  // Not null: the game is not over.
  const best = estimate.move as Move;
  const move = estimate.evaluator === "used" ? pick(chance, nearlyBest(estimate)) : best;
  return { move, engineInfo: { kind: "estimate", ...estimate } };
}

/** The moves that a level draws from where learned weights judge, as in `engine/levels.py`. */
export function nearlyBest({ candidates, move }: Estimate): readonly Move[] {
  const best = candidates.find((each) => move && sameMove(each.move, move)) as Candidate;
  const isAlike = ({ proven, value, visits }: Candidate): boolean =>
    proven === best.proven &&
    (proven
      ? value === best.value && visits === best.visits
      : visits >= NEARLY_EQUAL * best.visits);
  return candidates.filter(isAlike).map((each) => each.move);
}

// --- the ladder: easy to expert ------------------------------------------------------------------

/** A probability, or a share, per level; `engine/ladder.py` explains how they were measured. */
type Ladder = Readonly<Record<keyof typeof SHARES, number>>;

/** The probability that a level blunders in a position; 0 for levels outside the ladder. */
export function blunderRate(
  level: string,
  rules: Rules,
  { places, moves }: Pick<Survey, "places" | "moves">,
): number {
  const rate = numberOf(level, blunderRates(rules)) ?? 0;
  if (!(FADING as readonly string[]).includes(level)) return rate;
  const squares = sizeOf(rules);
  const openings = rules.marks === "quantum" ? (squares * (squares - 1)) / 2 : squares;
  const calculation = (squares - places.length) * Math.log2(moves.length);
  return calculation && 1 - (1 - rate) ** (calculation / (squares * Math.log2(openings)));
}

/** Number of simulations of a computed move on boards that are not solved. */
export function simulationsOf(level: string, rules: Rules): number {
  return Math.trunc(((numberOf(level, SHARES) ?? 1) * SIMULATION_SQUARES) / sizeOf(rules));
}

/** The same where learned weights judge; null for levels, rules and sizes without them. */
export function learnedSimulationsOf(level: string, rules: Rules): number | null {
  const share = numberOf(level, LEARNED_SHARES);
  const size = sizeOf(rules);
  const isLearned = LEARNED_RULES.map(parseRules).some(
    (trained) =>
      fits(encodeRules(trained), rules) &&
      trained.rows <= rules.rows &&
      trained.cols <= rules.cols &&
      size <= LEARNED_SQUARES,
  );
  return share && isLearned ? Math.trunc((share * SIMULATION_SQUARES) / size) : null;
}

function blunderRates(rules: Rules): Ladder {
  const isLarge = sizeOf(rules) > 9;
  if (rules.marks === "classical") return isLarge ? BLUNDERS["large classical"] : BLUNDERS.usual;
  if (rules.chooser === "chance") return isLarge ? BLUNDERS["large chance"] : BLUNDERS.chance;
  return rules.chooser === "closer" ? BLUNDERS.closer : BLUNDERS.usual;
}

function numberOf(level: string, ladder: Partial<Ladder>): number | undefined {
  return (ladder as Readonly<Record<string, number>>)[level];
}
