/**
 * The kernel's structs as bytes, and what is read out of them. `kernel/qttt.h` defines them; all
 * numbers are little-endian, `at` is where a struct starts.
 *
 *     QtttLine             QtttOutcome          QtttMoveValue       QtttAnalysis
 *      0  8  squares        0  4  x, half        0  2  move          0  8  nodes
 *      8  4  player         4  4  o, points      2  1  exact         8  4  value
 *     12  4  time           8  4  termination    3  1  plies        12  4  exact
 *                          12  4  lines          4  4  value        16  4  moves
 *                          16  256 x line                           20  4  line_length
 *                                                                   24  36 x move value
 *     QtttCandidate        QtttReport                              312  32 x 2  line
 *      0  2  move           0  8  simulations
 *      2  1  proven         8  8  nodes         16  4  value       20  4  proven
 *      4  4  value         24  4  full          28  4  best        32  4  moves
 *      8  4  visits        36  4  line_length   40  64 x 2  line  168  2016 x candidate
 */

import type { Analysis, Estimate, Line, Move, Outcome, Place, Player, Termination } from "./types";

const MAX_SQUARES = 64;
const COLLAPSE = 255;
const MAX_MOVES = (MAX_SQUARES * (MAX_SQUARES - 1)) / 2;
const UNIT = 32;
const FINE = 131_072;

/** The bytes of everything that crosses the border. */
export const BYTES = {
  rules: 16,
  places: 2 * MAX_SQUARES,
  moves: 2 * MAX_MOVES,
  outcome: 16 + 16 * 4 * MAX_SQUARES,
  analysis: 312 + 32 * 2,
  report: 168 + 12 * MAX_MOVES,
} as const;

const TERMINATIONS: readonly Termination[] = ["line", "full", "blocked"];

export function encodePlaces(places: readonly Place[]): Uint8Array {
  return Uint8Array.from(places.flat());
}

export function decodePlaces(bytes: Uint8Array): Place[] {
  return Array.from({ length: bytes.length / 2 }, (_, i) => [
    at(bytes, 2 * i),
    at(bytes, 2 * i + 1),
  ]);
}

/** The two numbers that the kernel takes for a move. */
export function encodeMove(move: Move): readonly [number, number] {
  return move.kind === "collapse" ? [move.square, COLLAPSE] : move.squares;
}

export function decodeMoves(bytes: Uint8Array): Move[] {
  return decodePlaces(bytes).map(([a, b]) => decodeMove(a, b));
}

export function readOutcome(view: DataView, start: number): Outcome {
  const lines = view.getInt32(start + 12, true);
  return {
    points: { X: view.getInt32(start, true) / 2, O: view.getInt32(start + 4, true) / 2 },
    termination: known(TERMINATIONS, view.getInt32(start + 8, true)),
    lines: Array.from({ length: lines }, (_, i) => readLine(view, start + 16 + 16 * i)),
  };
}

export function readAnalysis(view: DataView, start: number): Analysis {
  const moves = view.getInt32(start + 16, true);
  const line = view.getInt32(start + 20, true);
  return {
    nodes: Number(view.getBigUint64(start, true)),
    value: view.getInt32(start + 8, true) / UNIT,
    exact: view.getInt32(start + 12, true) !== 0,
    moves: Array.from({ length: moves }, (_, i) => {
      const here = start + 24 + 8 * i;
      return {
        move: readMove(view, here),
        exact: view.getUint8(here + 2) !== 0,
        plies: view.getUint8(here + 3) || null,
        value: view.getInt32(here + 4, true) / UNIT,
      };
    }),
    line: Array.from({ length: line }, (_, i) => readMove(view, start + 312 + 2 * i)),
  };
}

export function readEstimate(view: DataView, start: number): Estimate {
  const best = view.getInt32(start + 28, true);
  const moves = view.getInt32(start + 32, true);
  const line = view.getInt32(start + 36, true);
  const candidates = Array.from({ length: moves }, (_, i) => {
    const here = start + 168 + 12 * i;
    return {
      move: readMove(view, here),
      proven: view.getUint8(here + 2) !== 0,
      value: view.getInt32(here + 4, true) / FINE,
      visits: view.getUint32(here + 8, true),
    };
  });
  return {
    simulations: Number(view.getBigUint64(start, true)),
    nodes: Number(view.getBigUint64(start + 8, true)),
    value: view.getInt32(start + 16, true) / FINE,
    proven: view.getInt32(start + 20, true) !== 0,
    move: candidates[best]?.move ?? null,
    candidates,
    line: Array.from({ length: line }, (_, i) => readMove(view, start + 40 + 2 * i)),
  };
}

function readLine(view: DataView, start: number): Line {
  const bits = view.getBigUint64(start, true);
  const player: Player = view.getInt32(start + 8, true) ? "X" : "O";
  const squares = Array.from({ length: MAX_SQUARES }, (_, square) => square);
  return {
    player,
    squares: squares.filter((square) => (bits >> BigInt(square)) & 1n),
    time: view.getInt32(start + 12, true),
  };
}

function readMove(view: DataView, start: number): Move {
  return decodeMove(view.getUint8(start), view.getUint8(start + 1));
}

function decodeMove(a: number, b: number): Move {
  return b === COLLAPSE ? { kind: "collapse", square: a } : { kind: "placement", squares: [a, b] };
}

function at(bytes: Uint8Array, index: number): number {
  return known(bytes, index);
}

function known<T>(list: ArrayLike<T>, index: number): T {
  const value = list[index];
  if (value === undefined) throw new RangeError(`the kernel has answered with number ${index}`);
  return value;
}
