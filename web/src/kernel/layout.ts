/** Encode and decode places, moves and the structs of `api.ts`; `at` is where a struct starts. */

import {
  COLLAPSE,
  DECIDERS,
  ENSEMBLE,
  LINE,
  MAX_MOVES,
  MAX_SQUARES,
  ODDS,
  OUTCOME,
  RULES_BYTES,
  SURVEY,
  TERMINATION_CODES,
} from "./api";
import {
  PLAYERS,
  type Ensemble,
  type Line,
  type Loop,
  type Move,
  type Odds,
  type Outcome,
  type Place,
  type Survey,
} from "./types";

/** The part of a survey that does not depend on legal moves. */
interface SurveyHeader extends Pick<Survey, "decider" | "entanglements" | "lines" | "outcome"> {
  readonly loop: Omit<Loop, "choices"> | null;
}

/** Number of realities per page. */
export const REALITIES_PER_PAGE = 64;

/** Sizes in bytes of all structs. */
export const BYTES = {
  rules: RULES_BYTES,
  places: 2 * MAX_SQUARES,
  moves: 2 * MAX_MOVES,
  survey: SURVEY.BYTES,
  ensemble: ENSEMBLE.BYTES,
  realities: REALITIES_PER_PAGE * MAX_SQUARES,
} as const;

export function encodePlaces(places: readonly Place[]): Uint8Array {
  return Uint8Array.from(places.flat());
}

export function decodePlaces(bytes: Uint8Array): Place[] {
  return Array.from({ length: bytes.length / 2 }, (_, i) => [
    known(bytes, 2 * i),
    known(bytes, 2 * i + 1),
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
export function readSurvey(view: DataView, at: number): SurveyHeader {
  const [marks, stems] = [readMarks(view, at + SURVEY.loop), readMarks(view, at + SURVEY.stems)];
  const firsts = Array.from({ length: MAX_SQUARES }, (_, i) =>
    view.getUint8(at + SURVEY.entanglement + i),
  );
  const outcome = at + SURVEY.outcome;
  const lines = Array.from({ length: view.getInt32(outcome + OUTCOME.lines, true) }, (_, i) =>
    readLine(view, outcome + OUTCOME.line + LINE.BYTES * i),
  );
  const decider = known(DECIDERS, view.getInt32(at + SURVEY.decider, true));
  const closing = view.getInt32(at + SURVEY.closing, true);
  return {
    decider: decider === "none" ? null : decider,
    loop: marks.length ? { marks, stems, closing } : null,
    entanglements: new Map(firsts.flatMap((first, i) => (first ? [[i + 1, first]] : []))),
    lines,
    outcome: readOutcome(view, outcome, lines),
  };
}

/** Decode an ensemble of `marks` marks, without the realities themselves. */
export function readEnsemble(view: DataView, at: number, marks: number): Omit<Ensemble, "worlds"> {
  return {
    count: Number(view.getBigUint64(at + ENSEMBLE.count, true)),
    odds: Array.from({ length: marks }, (_, i) =>
      readOdds(view, at + ENSEMBLE.odds + ODDS.BYTES * i),
    ),
  };
}

/** Null while the game is not over. */
function readOutcome(view: DataView, at: number, lines: readonly Line[]): Outcome | null {
  const termination = view.getInt32(at + OUTCOME.termination, true);
  if (termination < 0) return null;
  const [x, o] = [view.getInt32(at + OUTCOME.x, true), view.getInt32(at + OUTCOME.o, true)];
  return {
    points: { X: x / 2, O: o / 2 },
    termination: known(TERMINATION_CODES, termination),
    lines,
  };
}

function readLine(view: DataView, at: number): Line {
  return {
    player: known(PLAYERS, view.getInt32(at + LINE.player, true)),
    squares: readBits(view, at + LINE.squares),
    time: view.getInt32(at + LINE.time, true),
  };
}

function readOdds(view: DataView, at: number): Odds[] {
  const denominator = view.getUint8(at + ODDS.of);
  return [0, 1].flatMap((i) => {
    const numerator = view.getUint8(at + ODDS.share + i);
    const square = view.getUint8(at + ODDS.square + i);
    return numerator ? [{ square, numerator, denominator }] : [];
  });
}

function readMarks(view: DataView, at: number): number[] {
  return readBits(view, at).map((bit) => bit + 1);
}

/** The indices of the set bits among 64. */
function readBits(view: DataView, at: number): number[] {
  const bits = Array.from({ length: 64 }, (_, bit) => bit);
  return bits.filter((bit) => (view.getUint8(at + (bit >> 3)) >> (bit & 7)) & 1);
}

export function decodeMove(a: number, b: number): Move {
  return b === COLLAPSE ? { kind: "collapse", square: a } : { kind: "placement", squares: [a, b] };
}

function known<T>(list: ArrayLike<T>, index: number): T {
  const value = list[index];
  if (value === undefined) throw new RangeError(`the kernel has answered with number ${index}`);
  return value;
}
