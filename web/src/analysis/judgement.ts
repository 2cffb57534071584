/**
 * What a position is worth, and each of its moves; the same classes and thresholds as in
 * `src/qttt/study/evaluation.py` and `reviews.py`.
 *
 * Every value is points of X minus points of O under perfect play.
 */

import type { Rules } from "../kernel/rules";
import {
  type Analysis,
  type Candidate,
  type Decider,
  type Estimate,
  type Move,
  type Survey,
  sameMove,
} from "../kernel/types";

/** What can be said of a move, the best first. */
export const VERDICTS = [
  "luck", // a coin decides, and nobody can be blamed
  "forced", // the only legal move
  "best", // nothing is better, in value or in speed
  "slower", // keeps the value, but the win comes later than it could
  "sooner", // keeps the value, but the loss comes sooner than it must
  "close", // estimates only: not the best, but the difference means nothing
  "loses", // gives away value
] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface Judged {
  readonly move: Move;
  readonly value: number;
  /** Whether the value is proven. */
  readonly isExact: boolean;
  /** To the end of the game, this move included; null if nobody hurries, or nobody knows. */
  readonly plies: number | null;
  readonly verdict: Verdict;
  /** The points that it gives away; 0 unless the verdict is `loses`. */
  readonly loss: number;
  /** How many plies more the game lasts than after a best move; negative if it ends sooner. */
  readonly delay: number;
}

export interface Judgement {
  readonly value: number;
  /** Differences up to it mean nothing; 0 if the value is proven. */
  readonly margin: number;
  /** How many games the estimate comes from; null if it is none. */
  readonly simulations: number | null;
  /** Who decides; null after the end. */
  readonly decider: Decider | null;
  /** The moves that are known well enough, the best first. */
  readonly moves: readonly Judged[];
  /** Legal moves that the search has not tried often enough to tell. */
  readonly unknown: readonly Move[];
  /** How the game goes on if both play as well as is known. */
  readonly line: readonly Move[];
}

const MARGIN = 0.1;
const LEAST_VISITS = 16;

interface Worth {
  readonly move: Move;
  readonly value: number;
  readonly plies: number | null;
  readonly isExact: boolean;
  readonly isBest: boolean;
}

/** What a finished game is worth. */
export function settled({ outcome }: Survey): Judgement | null {
  if (!outcome) return null;
  const value = outcome.points.X - outcome.points.O;
  return { ...NOTHING, value, margin: 0, simulations: null, decider: null };
}

/** The truth, as the solver tells it. */
export function proven(survey: Survey, analysis: Analysis): Judgement {
  const decider = survey.decider;
  const merits = analysis.moves.map((worth) => meritOf(decider, worth));
  const most = merits.reduce((a, b) => (isBetter(b, a) ? b : a), merits[0] ?? [0, 0]);
  const moves = analysis.moves.map((worth, i) => ({
    move: worth.move,
    value: worth.value,
    plies: worth.plies,
    isExact: worth.exact,
    isBest: !isBetter(most, merits[i] ?? most),
  }));
  const { value, line } = analysis;
  const known = { value, margin: 0, simulations: null, decider, unknown: [], line };
  return { ...known, moves: judged(survey, known, moves) };
}

/** What the tree search believes; it is exact if the search has proven it. */
export function estimated(rules: Rules, survey: Survey, estimate: Estimate): Judgement {
  const { value, line, candidates } = estimate;
  const decider = survey.decider;
  const margin = estimate.proven ? 0 : MARGIN * spanOf(rules);
  const simulations = estimate.proven ? null : estimate.simulations;
  const tried = candidates
    .filter((each) => each.proven || each.visits >= LEAST_VISITS)
    .sort((one, other) => other.visits - one.visits);
  const moves = tried.map((each) => ({
    move: each.move,
    value: each.value,
    plies: null,
    isExact: each.proven,
    isBest: isChosen(estimate, each),
  }));
  const unknown = survey.moves.filter((move) => !tried.some((each) => sameMove(each.move, move)));
  const known = { value, margin, simulations, decider, unknown, line };
  return { ...known, moves: judged(survey, known, moves, MARGIN * spanOf(rules)) };
}

/** The points that a value is better than another for who decides; 0 where a coin does. */
export function gain(decider: Decider | null, value: number): number {
  if (decider === null || decider === "chance") return 0;
  return decider === "X" ? value : -value;
}

// --- inside ----------------------------------------------------------------------------------

const NOTHING = { moves: [], unknown: [], line: [] };

/** Value comes first; then the winner hurries and the loser delays. */
type Merit = readonly [value: number, speed: number];

function meritOf(decider: Decider | null, worth: Pick<Worth, "value" | "plies">): Merit {
  const value = gain(decider, worth.value);
  const plies = worth.plies ?? 0;
  return [value, value > 0 ? -plies : value < 0 ? plies : 0];
}

function isBetter(one: Merit, other: Merit): boolean {
  return one[0] > other[0] || (one[0] === other[0] && one[1] > other[1]);
}

/** The move to play; if the value is proven, every move that is proven to keep it. */
function isChosen(estimate: Estimate, { move, value, proven }: Candidate): boolean {
  if (estimate.move && sameMove(estimate.move, move)) return true;
  return estimate.proven && proven && value === estimate.value;
}

/** Each move with its verdict, the best first. `doubt` is the margin where not all is exact. */
function judged(
  survey: Survey,
  known: Pick<Judgement, "value" | "margin" | "decider">,
  moves: readonly Worth[],
  doubt = 0,
): Judged[] {
  const { value, decider } = known;
  const fastest = moves.find(({ isBest }) => isBest)?.plies ?? null;
  const told = moves.map(({ isBest, ...worth }): Judged => {
    const loss = gain(decider, value - worth.value);
    const margin = known.margin === 0 && worth.isExact ? 0 : doubt;
    const delay = worth.plies === null || fastest === null ? 0 : worth.plies - fastest;
    const verdict = verdictOf(survey, decider, { isBest, loss, margin, delay, value });
    return { ...worth, verdict, loss: verdict === "loses" ? loss : 0, delay };
  });
  return told.sort((one, other) => order(decider, one, other));
}

function verdictOf(
  survey: Survey,
  decider: Decider | null,
  found: { isBest: boolean; loss: number; margin: number; delay: number; value: number },
): Verdict {
  if (decider === "chance") return "luck";
  if (survey.moves.length === 1) return "forced";
  if (found.isBest) return "best";
  if (found.loss > found.margin) return "loses";
  if (found.margin > 0) return "close";
  if (found.delay === 0) return "best";
  return gain(decider, found.value) > 0 ? "slower" : "sooner";
}

/** By verdict, then by what is lost, then by speed; what is close stays in the order of visits. */
function order(decider: Decider | null, one: Judged, other: Judged): number {
  const rank = ({ verdict }: Judged): number => VERDICTS.indexOf(verdict);
  if (one.verdict === "close" && other.verdict === "close") return 0;
  return (
    rank(one) - rank(other) ||
    gain(decider, other.value - one.value) ||
    Math.abs(one.delay) - Math.abs(other.delay)
  );
}

/** The points between the best end of a game for X and the best for O. */
function spanOf({ scoring }: Rules): number {
  return { goff: 3, match: 4, winner: 2, complete: 2, krist: 2 }[scoring];
}
