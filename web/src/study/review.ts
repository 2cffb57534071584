/**
 * Game review: what each move kept or lost, and luck; counterpart of `src/qttt/study/reviews.py`.
 */

import { type Judgement, type Verdict, classify, gain } from "../analysis/judgement";
import type { Kernel } from "../kernel/client";
import type { Rules } from "../kernel/rules";
import { type EvaluatorUse, type Move, type Player, type Survey, sameMove } from "../kernel/types";
import type { Ply } from "../play/line";

/** A ply with the judgements before and after it. */
export interface ReviewStep {
  /** From 1. */
  readonly number: number;
  readonly ply: Ply;
  readonly before: Judgement;
  readonly after: Judgement;
  readonly verdict: Verdict;
  /** Points given away; 0 unless the verdict is `loses`. */
  readonly loss: number;
  /** Points that the worst move would have given away. */
  readonly stake: number;
  /** Points that a coin gave to X; 0 if a player decided. */
  readonly luck: number;
  /** Additional plies compared with a best move; negative if the game ends sooner. */
  readonly delay: number;
  /** Smaller changes of value are not significant; 0 if both values are proven. */
  readonly margin: number;
}

/** Summary of a player, over plies with a choice. */
export interface SideSummary {
  readonly lost: number;
  readonly stake: number;
  /** Share of the points at stake that was kept; null if there were none. */
  readonly accuracy: number | null;
  /** The biggest mistake, the first of equal ones; null if there is none. */
  readonly worst: ReviewStep | null;
  /** Whether all values are proven. */
  readonly isExact: boolean;
}

export interface Review {
  readonly start: Judgement;
  readonly steps: readonly ReviewStep[];
  readonly sides: Readonly<Record<Player, SideSummary>>;
  /** The last mistake or coin toss that changed who is ahead. */
  readonly turning: ReviewStep | null;
  /** Whether all values are proven. */
  readonly isExact: boolean;
}

export type Judge = (survey: Survey) => Promise<Judgement>;

type Play = (survey: Survey, move: Move) => Promise<Survey>;

/**
 * Judge every ply of a line; `onProgress` is called with the number of judged positions. For proven
 * values, the start's value, minus X's losses, plus O's losses, plus luck, equals the final value.
 * Costs one judgement per position; if an evaluator arrives meanwhile, all are judged again, since
 * its values and those of random games cannot be compared. Throws what `judge` and `play` throw.
 */
export async function review(
  start: Survey,
  plies: readonly Ply[],
  judge: Judge,
  play: Play,
  onProgress: (judged: number) => void = () => undefined,
): Promise<Review> {
  const uses = new Set<EvaluatorUse>();
  const noted: Judge = async (survey) => {
    const judgement = await judge(survey);
    if (judgement.margin > 0) uses.add(judgement.evaluator);
    return judgement;
  };
  const first = await reviewed(start, plies, noted, play, onProgress);
  const isMixed = uses.has("used") && uses.has("missing");
  return isMixed ? reviewed(start, plies, judge, play, onProgress) : first;
}

/** How a game goes on from a position with these moves; ends with the game. Throws `KernelError`. */
export async function playedOut(
  kernel: Pick<Kernel, "play">,
  rules: Rules,
  start: Survey,
  moves: readonly Move[],
): Promise<readonly Ply[]> {
  const plies: Ply[] = [];
  let survey = start;
  for (const move of moves) {
    if (!survey.decider) break;
    const after = await kernel.play({ rules, places: survey.places }, move);
    plies.push({ move, by: survey.decider, toss: null, after });
    survey = after;
  }
  return plies;
}

// --- private ---------------------------------------------------------------------------------

async function reviewed(
  start: Survey,
  plies: readonly Ply[],
  judge: Judge,
  play: Play,
  onProgress: (judged: number) => void,
): Promise<Review> {
  const surveys = [start, ...plies.map(({ after }) => after)];
  const judgements: Judgement[] = [];
  for (const survey of surveys) {
    judgements.push(await judge(survey));
    onProgress(judgements.length);
  }
  const steps: ReviewStep[] = [];
  for (const [i, ply] of plies.entries()) {
    const [from, before, after] = [surveys[i], judgements[i], judgements[i + 1]];
    if (!from || !before || !after) continue;
    const step = stepOf(i + 1, ply, from, before, after);
    steps.push(await confirmed(step, from, judge, play));
  }
  return summary(judgements, steps);
}

function stepOf(
  number: number,
  ply: Ply,
  from: Survey,
  before: Judgement,
  after: Judgement,
): ReviewStep {
  const margin = Math.max(before.margin, after.margin);
  const cost = gain(before.decider, before.value - after.value);
  const judged = before.moves.find(({ move }) => sameMove(move, ply.move));
  const delay = judged?.delay ?? 0;
  const isBest = judged?.verdict === "best";
  const verdict = classify(from, before, { isBest, loss: cost, margin, delay });
  const loss = verdict === "loses" ? cost : 0;
  const luck = before.decider === "chance" ? after.value - before.value : 0;
  const stake = Math.max(stakeOf(before), loss);
  return { number, ply, before, after, verdict, loss, stake, luck, delay, margin };
}

/** Points that the worst move loses against the best; 0 if a coin decides. */
function stakeOf({ decider, moves }: Judgement): number {
  if (decider === null || decider === "chance" || moves.length === 0) return 0;
  const values = moves.map(({ value }) => value);
  return Math.max(...values) - Math.min(...values);
}

/**
 * The step, with an estimated loss checked again: a search one ply later sees further, so a move
 * may only seem to lose. The best move is judged from the same distance.
 */
async function confirmed(
  step: ReviewStep,
  from: Survey,
  judge: Judge,
  play: Play,
): Promise<ReviewStep> {
  const { before, loss } = step;
  const best = before.moves.find(({ verdict }) => verdict === "best");
  if (before.margin === 0 || loss === 0 || !best) return step;
  const { value } = await judge(await play(from, best.move));
  return stepOf(step.number, step.ply, from, { ...before, value }, step.after);
}

function summary(judgements: readonly Judgement[], steps: readonly ReviewStep[]): Review {
  const [start] = judgements;
  if (!start) throw new RangeError("a line has at least one position");
  const turns = steps.filter((step) => isSwing(step) && sign(step.before) !== sign(step.after));
  return {
    start,
    steps,
    sides: { X: sideOf(steps, "X"), O: sideOf(steps, "O") },
    turning: turns.at(-1) ?? null,
    isExact: judgements.every(({ margin }) => margin === 0),
  };
}

function sideOf(steps: readonly ReviewStep[], player: Player): SideSummary {
  const own = steps.filter(({ before, verdict }) => {
    return before.decider === player && verdict !== "forced";
  });
  const lost = own.reduce((sum, step) => sum + step.loss, 0);
  const stake = own.reduce((sum, step) => sum + step.stake, 0);
  const maxLoss = Math.max(0, ...own.map(({ loss }) => loss));
  return {
    lost,
    stake,
    accuracy: stake > 0 ? 1 - lost / stake : null,
    worst: own.find(({ loss }) => loss > 0 && loss === maxLoss) ?? null,
    isExact: own.every(({ margin }) => margin === 0),
  };
}

/** Whether it was a mistake, or a coin toss that mattered. */
function isSwing({ loss, luck, margin }: ReviewStep): boolean {
  return loss > 0 || Math.abs(luck) > margin;
}

/** Who is ahead: 1 for X, -1 for O, 0 if within the margin. */
function sign({ value, margin }: Judgement): number {
  return Number(value > margin) - Number(value < -margin);
}
