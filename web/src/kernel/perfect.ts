/**
 * Perfect moves; among equal ones, those that a person finds hardest to answer. Counterpart of
 * `engine/perfect.py`. It runs in the worker, so that one request gets one answer; random numbers
 * come from the caller.
 */

import type { WasmKernel } from "./wasm-kernel";
import type { Rules } from "./rules";
import { orbits, stabilizer, symmetriesOf } from "./symmetry";
import type { Analysis, PerfectMoves, Depth, Move, Place, Player, Survey } from "./types";

/** Number of equal best moves compared; bounds the cost of a perfect move. */
const MAX_CANDIDATES = 4;
/** Shares are fractions with small denominators, so real differences are larger than this. */
const EPSILON = 1e-9;
/** A game to be solved; `solve` yields to other requests. */
export interface SolveContext {
  readonly wasmKernel: WasmKernel;
  readonly rules: Rules;
  readonly solve: (places: readonly Place[], depth: Depth) => Promise<Analysis>;
}

/** The candidates of a perfect player and what it knows; see `trickiest`. */
export async function perfectMoves(
  inquiry: SolveContext,
  places: readonly Place[],
  lots: readonly number[],
): Promise<PerfectMoves> {
  const here = inquiry.wasmKernel.survey(inquiry.rules, places);
  const analysis = await inquiry.solve(places, "quickest");
  return { analysis, moves: await trickiest(inquiry, here, analysis, lots) };
}

/** Cache the results of `choices` for the positions after each legal move. */
export async function ponderMoves(inquiry: SolveContext, places: readonly Place[]): Promise<void> {
  const { wasmKernel, rules } = inquiry;
  const { decider, moves } = wasmKernel.survey(rules, places);
  for (const [move] of orbits(moves, stabilizer(symmetriesOf(rules), places))) {
    const next = wasmKernel.survey(rules, wasmKernel.play(rules, places, move as Move));
    const isAnswered = next.decider !== decider && next.decider !== "chance";
    if (next.decider && isAnswered) await perfectMoves(inquiry, next.places, []);
  }
}

/** The moves that keep the value, restricted to the fastest win or the longest defence. */
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
 * Of the best moves, those after which the opponent goes wrong most often. Moves that are
 * equivalent by a symmetry of the position are compared once; if more than `CANDIDATES` remain,
 * those with the smallest lots (one per legal move). Openings are not compared: the cost is highest
 * and the difference smallest there.
 */
export async function trickiest(
  inquiry: SolveContext,
  here: Survey,
  analysis: Analysis,
  lots: readonly number[],
): Promise<readonly Move[]> {
  const best = bestMoves(analysis, moverOf(here));
  const groups = orbits(best, stabilizer(symmetriesOf(inquiry.rules), here.places));
  if (groups.length === 1 || here.places.length === 0) return best;
  const lot = new Map(analysis.moves.map(({ move }, i) => [move, lots[i] ?? 0]));
  const lotOf = ([move]: readonly Move[]): number => (move && lot.get(move)) ?? 0;
  const compared = groups.sort((one, other) => lotOf(one) - lotOf(other)).slice(0, MAX_CANDIDATES);
  const shares: number[] = [];
  for (const [move] of compared) shares.push(await pitfalls(inquiry, here, move as Move));
  const threshold = Math.max(...shares) - EPSILON;
  const keptMoves = new Set(compared.filter((_, i) => (shares[i] ?? 0) > threshold).flat());
  return best.filter((move) => keptMoves.has(move));
}

/**
 * The share of the opponent's next moves that lose value. If the mover decides again, their first
 * best move is made first; for a coin, the mean of both results is taken. A finished game has no
 * pitfalls.
 */
export function pitfalls(inquiry: SolveContext, here: Survey, move: Move): Promise<number> {
  const next = inquiry.wasmKernel.play(inquiry.rules, here.places, move);
  return pitfallsAt(inquiry, next, moverOf(here));
}

async function pitfallsAt(
  inquiry: SolveContext,
  places: readonly Place[],
  mover: Player,
): Promise<number> {
  const here = inquiry.wasmKernel.survey(inquiry.rules, places);
  const { decider } = here;
  if (decider === null) return 0;
  if (decider === "chance") return meanPitfalls(inquiry, here, mover);
  const analysis = await inquiry.solve(places, "best");
  const best = bestMoves(analysis, decider);
  if (decider === mover) return pitfalls(inquiry, here, best[0] as Move);
  return 1 - best.length / analysis.moves.length;
}

async function meanPitfalls(inquiry: SolveContext, here: Survey, mover: Player): Promise<number> {
  let sum = 0;
  for (const { places } of here.collapses) sum += await pitfallsAt(inquiry, places, mover);
  return sum / here.collapses.length;
}

/** The player who decides in a position. */
function moverOf({ decider }: Survey): Player {
  if (decider === "X" || decider === "O") return decider;
  throw new RangeError("no player can choose a move here");
}
