/** Data exchanged between the app and the kernel. Squares count from 0. */

import type { SOLVE_DEPTHS, TERMINATION_CODES } from "../generated/api";

export const PLAYERS = ["X", "O"] as const;
export type Player = (typeof PLAYERS)[number];

/** The squares of a mark, the smaller first; the same square twice if it is classical. */
export type Place = readonly [number, number];

/**
 * A placement has a pair, or the same square twice; a collapse has the square where the closing
 * mark lands.
 */
export type Move =
  | { readonly kind: "placement"; readonly squares: Place }
  | { readonly kind: "collapse"; readonly square: number };

export type Termination = (typeof TERMINATION_CODES)[number];

export interface Line {
  readonly player: Player;
  readonly squares: readonly number[];
  /** Its largest subscript (R10). */
  readonly time: number;
}

/** The result of a finished game (R11 to R14); under krists the `lines` are krists. */
export interface Outcome {
  readonly points: Readonly<Record<Player, number>>;
  readonly termination: Termination;
  readonly lines: readonly Line[];
}

/** One of the two collapses of a pending loop, with the resulting places and lines or krists. */
export interface Collapse {
  readonly square: number;
  readonly places: readonly Place[];
  readonly lines: readonly Line[];
}

/** The side that makes the next ply. */
export type Decider = Player | "chance";

/** A choice of collapse: a mark of the loop on one of its squares (R8). */
export interface Choice {
  readonly mark: number;
  readonly square: number;
  /** The square where the closing mark lands. */
  readonly collapse: number;
}

/** A pending loop (R6): its marks, its closing mark and its stems. */
export interface Loop {
  readonly marks: readonly number[];
  readonly closing: number;
  readonly stems: readonly number[];
  readonly choices: readonly Choice[];
}

/** A position with everything that follows from the rules. */
export interface Survey {
  readonly places: readonly Place[];
  /** The side to make the next ply; null if the game is over. */
  readonly decider: Decider | null;
  /** Every legal move; none if the game is over. */
  readonly moves: readonly Move[];
  /** Both collapses if a loop is pending; otherwise empty. */
  readonly collapses: readonly Collapse[];
  readonly loop: Loop | null;
  /** The first mark of each quantum mark's entanglement, which identifies the entanglement. */
  readonly entanglements: ReadonlyMap<number, number>;
  /** Completed lines, or krists, including those of an unfinished game. */
  readonly lines: readonly Line[];
  readonly outcome: Outcome | null;
}

/** Exact probability that a mark lands on a square, in lowest terms. */
export interface Odds {
  readonly square: number;
  readonly numerator: number;
  readonly denominator: number;
}

/** The realities compatible with a position, all equally likely. */
export interface Ensemble {
  /** Their number: less than 2^34 on ordinary boards; only safe integers are exact. */
  readonly count: number;
  /** The requested realities: the square of every mark in each. */
  readonly worlds: readonly (readonly number[])[];
  /** For each mark, its one or two possible squares. */
  readonly odds: readonly (readonly Odds[])[];
}

export interface MoveValue {
  readonly move: Move;
  /** Points of X minus points of O under perfect play. */
  readonly value: number;
  readonly exact: boolean;
  /** Plies to the end of the game, including this move; null if not counted. */
  readonly plies: number | null;
}

/** Result of the solver for a position. */
export interface Analysis {
  readonly value: number;
  readonly exact: boolean;
  readonly nodes: number;
  /** In the order of the legal moves. */
  readonly moves: readonly MoveValue[];
  readonly line: readonly Move[];
}

/** Detail of the solver's result, documented in `api.ts`. */
export type Depth = (typeof SOLVE_DEPTHS)[number];

/** Knowledge of a perfect player, and the best moves it chooses from. */
export interface PerfectMoves {
  readonly analysis: Analysis;
  readonly moves: readonly Move[];
}

export interface Candidate {
  readonly move: Move;
  readonly value: number;
  readonly proven: boolean;
  readonly visits: number;
}

/**
 * How a search judged: by random games, by learned weights (`used`), or by random games because the
 * weights for the rules were not loaded (`missing`).
 */
export type EvaluatorUse = "none" | "used" | "missing";

/** Result of the tree search for a position. */
export interface Estimate {
  readonly evaluator: EvaluatorUse;
  readonly value: number;
  readonly proven: boolean;
  readonly simulations: number;
  readonly nodes: number;
  /** The move to play; null after the end, or if a coin decides. */
  readonly move: Move | null;
  readonly candidates: readonly Candidate[];
  readonly line: readonly Move[];
}

/**
 * Parameters of a classical tic-tac-toe level: weights of lines that lack one, two or three marks,
 * depth in plies (null: to the end), the cut-off limit and the depth after it, and the time limit.
 */
export interface EvalLevel {
  readonly weights: readonly [number, number, number];
  readonly depth: number | null;
  readonly cutoffDepth: number;
  readonly cutoffSeconds: number;
  readonly mostSeconds: number;
}

/**
 * Statistics of a classical search: generated positions, maximum depth, cut-offs by MAX and MIN,
 * whether the time cut-off occurred and limited the depth, and whether it ended the search.
 */
export interface ClassicalStatistics {
  readonly nodes: number;
  readonly depth: number;
  readonly maxCutoffs: number;
  readonly minCutoffs: number;
  readonly cutOff: boolean;
  readonly stopped: boolean;
  readonly seconds: number;
}

/** The move of a classical level, with statistics. */
export interface EvalChoice {
  readonly move: Move;
  readonly statistics: ClassicalStatistics;
}

export function sameMove(one: Move, other: Move): boolean {
  if (one.kind === "collapse") return other.kind === "collapse" && one.square === other.square;
  if (other.kind === "collapse") return false;
  return one.squares[0] === other.squares[0] && one.squares[1] === other.squares[1];
}

/** The owner of a mark: odd subscripts are X's (R2). */
export function playerOf(mark: number): Player {
  return mark % 2 ? "X" : "O";
}

export function isClassical(place: Place): boolean {
  return place[0] === place[1];
}

/** The square of a whole mark that is the only legal move; null if there is another. */
export function onlySquare([move, ...others]: readonly Move[]): number | null {
  if (move?.kind !== "placement" || others.length > 0) return null;
  return isClassical(move.squares) ? move.squares[0] : null;
}

// --- properties that do not depend on rules -------------------------------------------------

/** All choices of one of these marks on a square where a collapse lets it land. */
export function choicesOf(marks: readonly number[], collapses: readonly Collapse[]): Choice[] {
  return collapses.flatMap(({ square: collapse, places }) =>
    marks.flatMap((mark) => {
      const place = places[mark - 1];
      return place ? [{ mark, square: place[0], collapse }] : [];
    }),
  );
}

/** The mark of each square with a classical mark. */
export function classicalMarks(places: readonly Place[]): ReadonlyMap<number, number> {
  const marks = places.map((place, i) => [place, i + 1] as const);
  return new Map(marks.filter(([p]) => isClassical(p)).map(([place, mark]) => [place[0], mark]));
}

export function quantumMarks(places: readonly Place[]): number[] {
  return places.flatMap((place, i) => (isClassical(place) ? [] : [i + 1]));
}

/** The player with more points; null if there is none. */
export function winnerOf({ points: { X, O } }: Outcome): Player | null {
  return X === O ? null : X > O ? "X" : "O";
}
