/**
 * Messages between the app and the kernel worker.
 *
 *     app     → { id: 7, ask: { what: "solve", … } }  → { cancel: 7 }  or  { enough: 7 }
 *     worker  ← { id: 7, progress: … }            ← { id: 7, answer: … }  or  { id: 7, error: … }
 *
 * Each request gets one answer or one error: `cancelled` if it was cancelled. `enough` ends a search
 * with its result so far. Short requests are answered between the slices of long ones.
 */

import { type Failure, IllegalMoveError, type IllegalMoveReason, KernelError } from "./errors";
import type { EvaluatorFile } from "./evaluators";
import type { Rules } from "./rules";
import type {
  Analysis,
  Depth,
  Ensemble,
  Estimate,
  EvalChoice,
  EvalLevel,
  Move,
  PerfectMoves,
  Place,
  Survey,
} from "./types";

/** The parts of a position that requests need. */
export interface Here {
  readonly rules: Rules;
  readonly places: readonly Place[];
}

interface Effort {
  readonly seconds: number;
  readonly simulations: number;
  readonly features: number;
  /**
   * Maximum number of simulations that learned weights judge, if the app has an evaluator for the
   * rules; null if none is wanted.
   */
  readonly learned: number | null;
}

/** The addresses of the kernel's files. */
interface Files {
  readonly wasm: string;
  readonly large: string;
  readonly table: string;
  readonly evaluators: readonly EvaluatorFile[];
}

/** Every request, with the type of its answer. */
export interface Requests {
  /**
   * Load the kernel and its table, from these addresses; `large` is loaded with the first large
   * board, an evaluator with the first search that can use it. The answer's `table` is the reason if
   * the table could not be loaded.
   */
  start: { ask: Files; answer: { table: Failure | null } };
  survey: { ask: Here; answer: PackedSurvey };
  /** Throws `IllegalMoveError` for an illegal move. */
  play: { ask: Here & { move: Move }; answer: PackedSurvey };
  /** Play a whole game from the given places. */
  replay: { ask: Here & { moves: readonly Move[] }; answer: readonly PackedSurvey[] };
  /** At most `count` realities starting at index `first`, with their total number and all odds. */
  ensemble: { ask: Here & { first: number; count: number }; answer: Ensemble };
  solve: { ask: Here & { depth: Depth }; answer: Analysis };
  /**
   * One random lot per legal move: of too many equal moves those with the smallest are compared.
   */
  perfect: { ask: Here & { lots: readonly number[] }; answer: PerfectMoves };
  /** Cache what a perfect player needs after each legal move. */
  foresee: { ask: Here; answer: null };
  /**
   * Ends after the seconds, after the simulations, or on an `enough` message. While the evaluator is
   * loaded, random games judge and the seconds do not count: the search starts again when it arrives.
   */
  search: { ask: Here & Effort & { seed: string }; answer: Estimate };
  /** The move of an alpha-beta level of classical tic-tac-toe. */
  classical: { ask: Here & { level: EvalLevel }; answer: EvalChoice };
}

export type RequestKind = keyof Requests;
export type RequestArgs<W extends RequestKind> = Requests[W]["ask"];
export type RequestResult<W extends RequestKind> = Requests[W]["answer"];
export type KernelRequest = {
  [W in RequestKind]: { readonly what: W } & RequestArgs<W>;
}[RequestKind];

/** Intermediate results of a long request. */
export type PartialResult = Analysis | Estimate;

export type ToWorker =
  | { readonly id: number; readonly ask: KernelRequest }
  | { readonly cancel: number }
  | { readonly enough: number };

export type SerializedError =
  | { readonly kind: "failure"; readonly reason: Failure; readonly message: string }
  | { readonly kind: "illegal-move"; readonly reason: IllegalMoveReason }
  | { readonly kind: "cancelled" };

export type FromWorker =
  | { readonly id: number; readonly answer: RequestResult<RequestKind> }
  | { readonly id: number; readonly progress: PartialResult }
  | { readonly id: number; readonly error: SerializedError };

/** One end of a channel: a `Worker`, its global scope, or a `MessagePort`. */
export interface Port {
  postMessage(message: unknown): void;
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
}

/** Serialize an error; unknown errors are reported as a crash of the kernel. */
export function serializeError(error: unknown): SerializedError {
  if (error instanceof IllegalMoveError) return { kind: "illegal-move", reason: error.reason };
  if (error instanceof KernelError) {
    return { kind: "failure", reason: error.reason, message: error.message };
  }
  if (error instanceof DOMException && error.name === "AbortError") return { kind: "cancelled" };
  return { kind: "failure", reason: "crashed", message: String(error) };
}

/** Deserialize an error. */
export function deserializeError(trouble: SerializedError): Error {
  switch (trouble.kind) {
    case "failure":
      return new KernelError(trouble.reason, trouble.message);
    case "illegal-move":
      return new IllegalMoveError(trouble.reason);
    case "cancelled":
      return new DOMException("the question was withdrawn", "AbortError");
  }
}

// --- surveys --------------------------------------------------------------------------------

/*
 * Surveys on their way from the worker. A large board has up to 32,640 placements, which are sent as
 * numbers and become moves when they are asked for.
 */

/** A survey with two numbers for each legal placement, instead of moves. */
export interface PackedSurvey extends Omit<Survey, "moves"> {
  readonly placements: Uint8Array;
}

export function unpackSurvey({ placements, ...survey }: PackedSurvey): Survey {
  let moves: readonly Move[] | null = null;
  return {
    ...survey,
    get moves() {
      return (moves ??= movesOf(survey.collapses, placements));
    },
  };
}

function movesOf(
  collapses: Survey["collapses"],
  placements: PackedSurvey["placements"],
): readonly Move[] {
  const moves: Move[] = collapses.map(({ square }) => ({ kind: "collapse", square }));
  for (let i = 0; i < placements.length; i += 2) {
    moves.push(placement(placements[i] as number, placements[i + 1] as number));
  }
  return moves;
}

/** Every placement exists once, so that the positions of a long game take little memory. */
const known: Move[] = [];

function placement(a: number, b: number): Move {
  return (known[(a << 8) | b] ??= { kind: "placement", squares: [a, b] });
}
