/**
 * Perfect moves, and among equal ones those that a person finds hardest to answer: the twin of
 * `engine/perfect.py`. Every draw comes from the caller's chance.
 */

import type { Kernel } from "../kernel/client";
import type { Rules } from "../kernel/rules";
import type { Analysis, Depth, Move, Player, Survey } from "../kernel/types";
import { type Chance, sample } from "./chance";
import { alike, fixing, symmetriesOf } from "./symmetry";

/** How many of the equal best moves are compared; it bounds the cost of a perfect move. */
const CANDIDATES = 4;
/** Shares are fractions with small denominators: what differs, differs by more than that. */
const NEXT_TO_NOTHING = 1e-9;

/** Who can be asked about a game, until somebody says that no answer is wanted any more. */
export interface Inquiry {
  readonly kernel: Kernel;
  readonly rules: Rules;
  readonly signal: AbortSignal;
}

/**
 * The values of all moves, with plies only if they tell best moves apart: who is neither winning
 * nor losing has nothing to hurry or to delay.
 */
export async function perfect(inquiry: Inquiry, here: Survey): Promise<Analysis> {
  const values = await solved(inquiry, here, "values");
  const isTie = bestMoves(values, moverOf(here)).length > 1;
  return values.value !== 0 && isTie ? solved(inquiry, here, "distances") : values;
}

/** The moves that lead to the value, and of them the fastest win or the longest defence. */
export function bestMoves({ moves }: Analysis, player: Player): Move[] {
  const sign = player === "X" ? 1 : -1;
  const value = Math.max(...moves.map((move) => sign * move.value));
  const equal = moves.filter((move) => sign * move.value === value);
  const plies = equal.map((move) => move.plies ?? 0);
  const wanted = value > 0 ? Math.min(...plies) : value < 0 ? Math.max(...plies) : null;
  return equal
    .filter((move) => wanted === null || (move.plies ?? 0) === wanted)
    .map(({ move }) => move);
}

/**
 * Of the best moves, those after which the opponent goes wrong most easily. Moves that a symmetry
 * of the position carries into each other are equal and compared once; if more than `CANDIDATES`
 * are left, chance draws that many. Openings are not compared: so far from the end it would cost
 * most and tell least.
 */
export async function trickiest(
  inquiry: Inquiry,
  here: Survey,
  analysis: Analysis,
  chance: Chance,
): Promise<readonly Move[]> {
  const best = bestMoves(analysis, moverOf(here));
  const groups = alike(best, fixing(symmetriesOf(inquiry.rules), here.places));
  if (groups.length === 1 || here.places.length === 0) return best;
  const compared = sample(chance, groups, CANDIDATES);
  const shares = await Promise.all(
    compared.map(([move]) => (move ? pitfalls(inquiry, here, move) : 0)),
  );
  const most = Math.max(...shares) - NEXT_TO_NOTHING;
  const kept = new Set(compared.filter((_, i) => (shares[i] ?? 0) > most).flat());
  return best.filter((move) => kept.has(move));
}

/**
 * The share of the opponent's next choices after a move that lose value for them. If the next
 * decision is its own player's too, the first best move is made there; where a coin decides, the
 * mean of its two sides is taken. A finished game has no pitfalls.
 */
export async function pitfalls(inquiry: Inquiry, here: Survey, move: Move): Promise<number> {
  const next = await inquiry.kernel.play({ rules: inquiry.rules, places: here.places }, move);
  return pitfallsOf(inquiry, next, moverOf(here));
}

async function pitfallsOf(inquiry: Inquiry, here: Survey, mover: Player): Promise<number> {
  const decider = here.decider;
  if (decider === null) return 0;
  if (decider === "chance") return meanPitfalls(inquiry, here, mover);
  const analysis = await solved(inquiry, here, "values");
  if (decider === mover) {
    return pitfalls(inquiry, here, bestMoves(analysis, mover)[0] as Move);
  }
  return (
    analysis.moves.filter(({ value }) => value !== analysis.value).length / analysis.moves.length
  );
}

async function meanPitfalls(inquiry: Inquiry, here: Survey, mover: Player): Promise<number> {
  let sum = 0;
  for (const { places } of here.collapses) {
    const side = await inquiry.kernel.survey({ rules: inquiry.rules, places });
    sum += await pitfallsOf(inquiry, side, mover);
  }
  return sum / here.collapses.length;
}

function solved({ kernel, rules, signal }: Inquiry, here: Survey, depth: Depth): Promise<Analysis> {
  return kernel.solve({ rules, places: here.places }, depth, { signal });
}

/** The player who decides in a position. */
function moverOf(here: Survey): Player {
  const decider = here.decider;
  if (decider === "X" || decider === "O") return decider;
  throw new RangeError("no player can choose a move here");
}
