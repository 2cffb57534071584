/**
 * Value of a position and of each of its moves; counterpart of `src/qttt/study/judging.py`, by
 * `spec/golden/judgements.tsv`.
 *
 * Every value is points of X minus points of O under perfect play.
 */

import { GOFF_SPAN, MARGIN_PERCENT, MATCH_SPAN, MIN_VISITS, SPAN } from "../generated/api";
import type { Rules } from "../kernel/rules";
import {
  type Analysis,
  type Candidate,
  type Decider,
  type Estimate,
  type EvaluatorUse,
  type Move,
  type Survey,
  sameMove,
} from "../kernel/types";

/** Verdicts on a move, best first. */
export const VERDICTS = [
  "luck", // decided by a coin
  "forced", // the only legal move
  "best", // no move has a better value or speed
  "slower", // keeps the value, but wins later than necessary
  "sooner", // keeps the value, but loses sooner than necessary
  "close", // estimates only: not the best, but within the margin of error
  "loses", // gives away value
] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface JudgedMove {
  readonly move: Move;
  readonly value: number;
  /** Whether the value is proven. */
  readonly isExact: boolean;
  /** Plies to the end of the game, including this move; null if not counted or unknown. */
  readonly plies: number | null;
  readonly verdict: Verdict;
  /** Points given away; 0 unless the verdict is `loses`. */
  readonly loss: number;
  /** Additional plies compared with a best move; negative if the game ends sooner. */
  readonly delay: number;
}

export interface Judgement {
  readonly value: number;
  /** Differences up to this margin are not significant; 0 if the value is proven. */
  readonly margin: number;
  /** Number of simulations of the estimate; null if the value is proven. */
  readonly simulations: number | null;
  /** How the simulations judged. */
  readonly evaluator: EvaluatorUse;
  /** The side to decide; null after the end. */
  readonly decider: Decider | null;
  /** Moves with a known value, best first. */
  readonly moves: readonly JudgedMove[];
  /** Legal moves with too few visits for an estimate. */
  readonly unknown: readonly Move[];
  /** Principal variation. */
  readonly line: readonly Move[];
}

interface EvaluatedMove {
  readonly move: Move;
  readonly value: number;
  readonly plies: number | null;
  readonly isExact: boolean;
  readonly isBest: boolean;
}

/** Judgement of a finished game. */
export function finalJudgement({ outcome }: Survey): Judgement | null {
  if (!outcome) return null;
  const value = outcome.points.X - outcome.points.O;
  return { ...PROVEN, value, decider: null, moves: [], unknown: [], line: [] };
}

/** Judgement from the solver's analysis. */
export function provenJudgement(survey: Survey, analysis: Analysis): Judgement {
  const decider = survey.decider;
  const merits = analysis.moves.map((evaluated) => meritOf(decider, evaluated));
  const best = merits.reduce((a, b) => (isBetter(b, a) ? b : a), merits[0] ?? [0, 0]);
  const moves = analysis.moves.map((evaluated, i) => ({
    move: evaluated.move,
    value: evaluated.value,
    plies: evaluated.plies,
    isExact: evaluated.exact,
    isBest: !isBetter(best, merits[i] ?? best),
  }));
  const { value, line } = analysis;
  const known = { ...PROVEN, value, decider, unknown: [], line };
  return { ...known, moves: judged(survey, known, moves) };
}

/** Judgement from a tree search; exact if the search has proven it. */
export function estimatedJudgement(rules: Rules, survey: Survey, estimate: Estimate): Judgement {
  const { value, line, candidates, evaluator } = estimate;
  const decider = survey.decider;
  const doubt = marginOf(rules);
  const margin = estimate.proven ? 0 : doubt;
  const simulations = estimate.proven ? null : estimate.simulations;
  const tried = candidates
    .filter((candidate) => candidate.proven || candidate.visits >= MIN_VISITS)
    .sort((one, other) => other.visits - one.visits);
  const moves = tried.map((candidate) => ({
    move: candidate.move,
    value: candidate.value,
    plies: null,
    isExact: candidate.proven,
    isBest: isChosen(estimate, candidate),
  }));
  const unknown = survey.moves.filter(
    (move) => !tried.some((candidate) => sameMove(candidate.move, move)),
  );
  const known = { value, margin, simulations, evaluator, decider, unknown, line };
  return { ...known, moves: judged(survey, known, moves, doubt) };
}

/** A value in points from the decider's side; 0 if a coin decides. */
export function gain(decider: Decider | null, value: number): number {
  if (decider === null || decider === "chance") return 0;
  return decider === "X" ? value : -value;
}

/** The verdict on a move at a position that is judged; losses up to `margin` are not significant. */
export function classify(
  { moves }: Pick<Survey, "moves">,
  { decider, value }: Pick<Judgement, "decider" | "value">,
  move: { isBest: boolean; loss: number; margin: number; delay: number },
): Verdict {
  if (decider === "chance") return "luck";
  if (moves.length === 1) return "forced";
  if (move.isBest) return "best";
  if (move.loss > move.margin) return "loses";
  if (move.margin > 0) return "close";
  if (move.delay === 0) return "best";
  return gain(decider, value) > 0 ? "slower" : "sooner";
}

/** Whether every outcome of a loop is worth the same, so that there is nothing to recommend. */
export function areAlike({ moves }: Pick<Judgement, "moves">): boolean {
  return (
    moves.length > 1 &&
    moves.every(({ move, verdict }) => move.kind === "collapse" && verdict === "best")
  );
}

/** Most moves that are pointed out at once. */
const MAX_SUGGESTED = 3;

/** The best moves, or one of them if there are many; none if both outcomes of a loop are alike. */
export function suggestedMoves(judgement: Judgement): readonly Move[] {
  const { moves, line } = judgement;
  const best = moves.filter(({ verdict }) => verdict === "best" || verdict === "forced");
  if (areAlike(judgement)) return [];
  if (best.length <= MAX_SUGGESTED) return best.map(({ move }) => move);
  return line.slice(0, 1);
}

// --- groups ---------------------------------------------------------------------------------

/** Moves with the same verdict, to shorten long lists. */
export interface MoveGroup {
  /** Identifies the group. */
  readonly key: string;
  readonly verdict: Verdict;
  /**
   * One of the moves; all of them have its value, loss and delay, as far as these are displayed.
   */
  readonly first: JudgedMove;
  readonly moves: readonly JudgedMove[];
  /** Whether the values are proven. */
  readonly isExact: boolean;
}

/** Estimates are grouped by tenths of a point. */
const TENTHS = 10;

/** The groups in the order of their moves, best first. */
export function groupMoves({ moves, margin }: Judgement): MoveGroup[] {
  const groups = new Map<string, JudgedMove[]>();
  for (const judged of moves) {
    const key = groupKey(judged, margin);
    groups.set(key, [...(groups.get(key) ?? []), judged]);
  }
  return [...groups].map(([key, alike]) => {
    const first = alike[0] as JudgedMove;
    const isExact = alike.every((move) => move.isExact) && margin === 0;
    return { key, verdict: first.verdict, first, moves: alike, isExact };
  });
}

function groupKey({ verdict, value, loss, plies }: JudgedMove, margin: number): string {
  if (margin > 0) return `${verdict} ${Math.round(TENTHS * loss)}`;
  return verdict === "loses" ? `loses ${value}` : [verdict, value, plies].join(" ");
}

// --- private ---------------------------------------------------------------------------------

const PROVEN = { margin: 0, simulations: null, evaluator: "none" } as const;

/** Value first; then the winner prefers short games and the loser long ones. */
type Merit = readonly [value: number, speed: number];

function meritOf(
  decider: Decider | null,
  evaluated: Pick<EvaluatedMove, "value" | "plies">,
): Merit {
  const value = gain(decider, evaluated.value);
  const plies = evaluated.plies ?? 0;
  return [value, value > 0 ? -plies : value < 0 ? plies : 0];
}

function isBetter(one: Merit, other: Merit): boolean {
  return one[0] > other[0] || (one[0] === other[0] && one[1] > other[1]);
}

/**
 * Whether this is the move to play or symmetric to it, so that they share their visits; if its value
 * is proven, whether this one's is proven to be equal.
 */
function isChosen(estimate: Estimate, candidate: Candidate): boolean {
  const chosen = estimate.candidates.find(
    ({ move }) => estimate.move && sameMove(estimate.move, move),
  );
  if (!chosen || candidate.value !== chosen.value) return false;
  return chosen.proven ? candidate.proven : candidate.visits === chosen.visits;
}

/** Each move with its verdict, best first. `doubt` is the margin if not all values are exact. */
function judged(
  survey: Survey,
  known: Pick<Judgement, "value" | "margin" | "decider">,
  moves: readonly EvaluatedMove[],
  doubt = 0,
): JudgedMove[] {
  const { value, decider } = known;
  const fastest = moves.find(({ isBest }) => isBest)?.plies ?? null;
  const judgedMoves = moves.map(({ isBest, ...evaluated }): JudgedMove => {
    const loss = gain(decider, value - evaluated.value);
    const margin = known.margin === 0 && evaluated.isExact ? 0 : doubt;
    const delay = evaluated.plies === null || fastest === null ? 0 : evaluated.plies - fastest;
    const verdict = classify(survey, known, { isBest, loss, margin, delay });
    return { ...evaluated, verdict, loss: verdict === "loses" ? loss : 0, delay };
  });
  return judgedMoves.sort((one, other) => order(decider, one, other));
}

/** Sort order: verdict, loss, speed; close moves keep the order of visits. */
function order(decider: Decider | null, one: JudgedMove, other: JudgedMove): number {
  const rank = ({ verdict }: JudgedMove): number => VERDICTS.indexOf(verdict);
  if (one.verdict === "close" && other.verdict === "close") return 0;
  return (
    rank(one) - rank(other) ||
    gain(decider, other.value - one.value) ||
    Math.abs(one.delay) - Math.abs(other.delay)
  );
}

/** Differences of estimates up to this margin are not significant. */
function marginOf({ scoring }: Rules): number {
  const span = scoring === "goff" ? GOFF_SPAN : scoring === "match" ? MATCH_SPAN : SPAN;
  return (MARGIN_PERCENT / 100) * span;
}
