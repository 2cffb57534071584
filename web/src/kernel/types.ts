/** What is said about a game between the app and the kernel. Squares count from 0, as there. */

export const PLAYERS = ["X", "O"] as const;
export type Player = (typeof PLAYERS)[number];

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

/** Who makes a ply. */
export type Decider = Player | "chance";

/** One way to name a collapse: a mark of the loop in one of its squares (R8). */
export interface Choice {
  readonly mark: number;
  readonly square: number;
  /** Where the closing mark lands then. */
  readonly collapse: number;
}

/** A pending loop (R6): the marks on it, the one that closed it, those that hang on it. */
export interface Loop {
  readonly marks: readonly number[];
  readonly closing: number;
  readonly stems: readonly number[];
  readonly choices: readonly Choice[];
}

/** A position and everything that the rules say about it. */
export interface Survey {
  readonly places: readonly Place[];
  /** Who makes the next ply; null if the game is over. */
  readonly decider: Decider | null;
  /** Every legal move; none if the game is over. */
  readonly moves: readonly Move[];
  /** Both, if a loop is pending; none otherwise. */
  readonly collapses: readonly Collapse[];
  readonly loop: Loop | null;
  /** The first mark of the entanglement of each quantum mark: one for all that hang together. */
  readonly entanglements: ReadonlyMap<number, number>;
  /** The lines that stand, or the krists, also while the game goes on. */
  readonly lines: readonly Line[];
  readonly outcome: Outcome | null;
}

/** How likely a mark lands on a square: exactly, in lowest terms. */
export interface Odds {
  readonly square: number;
  readonly numerator: number;
  readonly denominator: number;
}

/** The realities that a position still allows, all equally likely. */
export interface Ensemble {
  /** How many there are; less than 2^34 on any board. */
  readonly count: number;
  /** Those that were asked for: for each the square of every mark. */
  readonly worlds: readonly (readonly number[])[];
  /** For each mark the one square or the two on which it can land. */
  readonly odds: readonly (readonly Odds[])[];
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

/**
 * How much the solver is asked for: every move's value, or also how many plies each takes; or only
 * which moves are best, by their value or also by their plies: the others' may stay unknown.
 */
export type Depth = "values" | "distances" | "best" | "quickest";

/** What a perfect player knows, and the best moves that it chooses from. */
export interface Choices {
  readonly analysis: Analysis;
  readonly moves: readonly Move[];
}

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
  /** The move to play; null after the end, and where a coin decides. */
  readonly move: Move | null;
  readonly candidates: readonly Candidate[];
  readonly line: readonly Move[];
}

/** What the tree search does beyond plain UCT (`qttt.h`): all of it, or only what is certain. */
export const FEATURES = { everything: 127, proofs: 4 } as const;

/**
 * How a level of ordinary tic-tac-toe searches: what a line of one player that lacks one, two or
 * three marks is worth, how many plies deep (null: to the end), when the cut-off strikes and how
 * deep it goes from there, and when the search has to end.
 */
export interface EvalLevel {
  readonly weights: readonly [number, number, number];
  readonly depth: number | null;
  readonly cutoffDepth: number;
  readonly cutoffSeconds: number;
  readonly mostSeconds: number;
}

/**
 * What a search of ordinary tic-tac-toe cost: positions generated, plies to the deepest of them,
 * how often MAX and MIN left their loop early, whether time struck and limited the depth, whether
 * it ended the search.
 */
export interface Statistics {
  readonly nodes: number;
  readonly depth: number;
  readonly maxCutoffs: number;
  readonly minCutoffs: number;
  readonly cutOff: boolean;
  readonly stopped: boolean;
  readonly seconds: number;
}

/** The move that such a level plays, and what it cost. */
export interface EvalChoice {
  readonly move: Move;
  readonly statistics: Statistics;
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
