/** What is said about a game between the app and the kernel. Squares count from 0, as there. */

export type Player = "X" | "O";

/** Where a mark is: its two squares, the smaller first; the same one twice if it is classical. */
export type Place = readonly [number, number];

/** A placement names its pair, or one square twice; a collapse where the closing mark lands. */
export type Move =
  | { readonly kind: "placement"; readonly squares: Place }
  | { readonly kind: "collapse"; readonly square: number };

export type Termination = "line" | "full" | "blocked";

export interface Line {
  readonly player: Player;
  readonly squares: readonly number[];
  /** Its largest subscript (R10). */
  readonly time: number;
}

/** How a game ended (R11 to R14); under krists the `lines` are these. */
export interface Outcome {
  readonly points: Readonly<Record<Player, number>>;
  readonly termination: Termination;
  readonly lines: readonly Line[];
}

/** One of the two ways in which a pending loop can collapse, and where every mark is then. */
export interface Collapse {
  readonly square: number;
  readonly places: readonly Place[];
}

/** A position and everything that the rules say about it. */
export interface Survey {
  readonly places: readonly Place[];
  /** Every legal move; none if the game is over. */
  readonly moves: readonly Move[];
  /** Both, if a loop is pending; none otherwise. */
  readonly collapses: readonly Collapse[];
  readonly outcome: Outcome | null;
}

export interface MoveValue {
  readonly move: Move;
  /** Points of X minus points of O under perfect play. */
  readonly value: number;
  readonly exact: boolean;
  /** To the end of the game, this move included; null if they were not counted. */
  readonly plies: number | null;
}

/** What the solver has found out about a position. */
export interface Analysis {
  readonly value: number;
  readonly exact: boolean;
  readonly nodes: number;
  /** In the order of the legal moves. */
  readonly moves: readonly MoveValue[];
  readonly line: readonly Move[];
}

/** How much the solver is asked for: every move's value, or also how many plies each takes. */
export type Depth = "values" | "distances";

export interface Candidate {
  readonly move: Move;
  readonly value: number;
  readonly proven: boolean;
  readonly visits: number;
}

/** What the tree search thinks of a position. */
export interface Estimate {
  readonly value: number;
  readonly proven: boolean;
  readonly simulations: number;
  readonly nodes: number;
  /** The move to play; null after the end. */
  readonly move: Move | null;
  readonly candidates: readonly Candidate[];
  readonly line: readonly Move[];
}

export function sameMove(one: Move, other: Move): boolean {
  if (one.kind === "collapse") return other.kind === "collapse" && one.square === other.square;
  if (other.kind === "collapse") return false;
  return one.squares[0] === other.squares[0] && one.squares[1] === other.squares[1];
}

/** Who places a mark: odd subscripts are X's (R2). */
export function playerOf(mark: number): Player {
  return mark % 2 ? "X" : "O";
}

export function other(player: Player): Player {
  return player === "X" ? "O" : "X";
}

export function isClassical(place: Place): boolean {
  return place[0] === place[1];
}
