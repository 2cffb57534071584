/**
 * Encode and decode the kernel's structs. `kernel/qttt.h` defines them; all
 * numbers are little-endian, `at` is where a struct starts.
 *
 *     QtttLine             QtttOutcome          QtttSurvey           QtttEnsemble
 *      0  8  squares        0  4  x, half        0  outcome            0  8  count
 *      8  4  player         4  4  o, points      4112  8  loop         8  64 x odds
 *     12  4  time           8  4  termination    4120  8  stems
 *                          12  4  lines          4128  4  decider     QtttOdds
 *                          16  256 x line        4132  4  closing      0  2  square
 *                                                4136  64              2  2  share
 *                                                    entanglement      4  1  of
 */

import type {
  Decider,
  Ensemble,
  Line,
  Loop,
  Move,
  Odds,
  Outcome,
  Place,
  Survey,
  Termination,
} from "./types";

/** The part of a survey that does not depend on legal moves. */
export interface SurveyHeader extends Pick<
  Survey,
  "decider" | "entanglements" | "lines" | "outcome"
> {
  readonly loop: Omit<Loop, "choices"> | null;
}

const MAX_SQUARES = 64;
const COLLAPSE = 255;
export const MAX_MOVES = (MAX_SQUARES * (MAX_SQUARES - 1)) / 2;
const OUTCOME_BYTES = 16 + 16 * 4 * MAX_SQUARES;
const ODDS_BYTES = 5;

/** Number of realities per page. */
export const REALITIES_PER_PAGE = 64;

/** Sizes in bytes of all structs. */
export const BYTES = {
  rules: 16,
  places: 2 * MAX_SQUARES,
  moves: 2 * MAX_MOVES,
  survey: OUTCOME_BYTES + 24 + MAX_SQUARES,
  ensemble: 8 + ODDS_BYTES * MAX_SQUARES,
  realities: REALITIES_PER_PAGE * MAX_SQUARES,
} as const;

const TERMINATIONS: readonly Termination[] = ["line", "full", "blocked"];
const DECIDERS: readonly (Decider | null)[] = ["O", "X", "chance", null];

export function encodePlaces(places: readonly Place[]): Uint8Array {
  return Uint8Array.from(places.flat());
}

export function decodePlaces(bytes: Uint8Array): Place[] {
  return Array.from({ length: bytes.length / 2 }, (_, i) => [
    at(bytes, 2 * i),
    at(bytes, 2 * i + 1),
  ]);
}

/** The two numbers that encode a move. */
export function encodeMove(move: Move): readonly [number, number] {
  return move.kind === "collapse" ? [move.square, COLLAPSE] : move.squares;
}

export function decodeMoves(bytes: Uint8Array): Move[] {
  return decodePlaces(bytes).map(([a, b]) => decodeMove(a, b));
}

/** Decode a survey; moves and the positions after them need separate calls. */
export function readSurvey(view: DataView, start: number): SurveyHeader {
  const after = start + OUTCOME_BYTES;
  const [marks, stems] = [readMarks(view, after), readMarks(view, after + 8)];
  const firsts = Array.from({ length: MAX_SQUARES }, (_, i) => view.getUint8(after + 24 + i));
  const lines = Array.from({ length: view.getInt32(start + 12, true) }, (_, i) =>
    readLine(view, start + 16 + 16 * i),
  );
  return {
    decider: known(DECIDERS, view.getInt32(after + 16, true)),
    loop: marks.length ? { marks, stems, closing: view.getInt32(after + 20, true) } : null,
    entanglements: new Map(firsts.flatMap((first, i) => (first ? [[i + 1, first]] : []))),
    lines,
    outcome: readOutcome(view, start, lines),
  };
}

/** Decode an ensemble of `marks` marks, without the realities themselves. */
export function readEnsemble(
  view: DataView,
  start: number,
  marks: number,
): Omit<Ensemble, "worlds"> {
  return {
    count: Number(view.getBigUint64(start, true)),
    odds: Array.from({ length: marks }, (_, i) => readOdds(view, start + 8 + ODDS_BYTES * i)),
  };
}

/** Null while the game is not over. */
function readOutcome(view: DataView, start: number, lines: readonly Line[]): Outcome | null {
  const termination = view.getInt32(start + 8, true);
  if (termination < 0) return null;
  return {
    points: { X: view.getInt32(start, true) / 2, O: view.getInt32(start + 4, true) / 2 },
    termination: known(TERMINATIONS, termination),
    lines,
  };
}

function readLine(view: DataView, start: number): Line {
  return {
    player: view.getInt32(start + 8, true) ? "X" : "O",
    squares: readBits(view, start),
    time: view.getInt32(start + 12, true),
  };
}

function readOdds(view: DataView, start: number): Odds[] {
  const denominator = view.getUint8(start + 4);
  return [0, 1].flatMap((i) => {
    const numerator = view.getUint8(start + 2 + i);
    return numerator ? [{ square: view.getUint8(start + i), numerator, denominator }] : [];
  });
}

function readMarks(view: DataView, start: number): number[] {
  return readBits(view, start).map((bit) => bit + 1);
}

/** The indices of the set bits among 64. */
function readBits(view: DataView, start: number): number[] {
  const bits = Array.from({ length: 64 }, (_, bit) => bit);
  return bits.filter((bit) => (view.getUint8(start + (bit >> 3)) >> (bit & 7)) & 1);
}

export function decodeMove(a: number, b: number): Move {
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
