/** Encode and decode places, moves and the structs of `builds.ts`; `at` is where a struct starts. */

import { DECIDERS, RULES_BYTES, TERMINATION_CODES } from "../generated/api";
import type { LARGE, ORDINARY } from "../generated/builds";
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

/** A build of the rules: its limits and structs. */
export type Build = typeof LARGE | typeof ORDINARY;

/** Squares, marks or numbers of squares in the kernel's memory. */
export type Numbers = Uint8Array | Uint16Array;

/** The part of a survey that does not depend on legal moves. */
interface SurveyHeader extends Pick<Survey, "decider" | "entanglements" | "lines" | "outcome"> {
  readonly loop: Omit<Loop, "choices"> | null;
}

/** Number of realities per page. */
export const REALITIES_PER_PAGE = 64;

/** Sizes in bytes of all memory areas. */
export function areaBytes(build: Build) {
  const { NUMBER_BYTES, MAX_SQUARES, MAX_MOVES } = build;
  const places = 2 * NUMBER_BYTES * MAX_SQUARES;
  return {
    rules: RULES_BYTES,
    places,
    next: places,
    moves: 2 * NUMBER_BYTES * MAX_MOVES,
    survey: build.SURVEY.BYTES,
    ensemble: build.ENSEMBLE.BYTES,
    realities: REALITIES_PER_PAGE * NUMBER_BYTES * MAX_SQUARES,
  };
}

/** Numbers in memory, not copied. */
export function numbersAt(build: Build, memory: ArrayBufferLike, at: number, n: number): Numbers {
  return build.NUMBER_BYTES === 1 ? new Uint8Array(memory, at, n) : new Uint16Array(memory, at, n);
}

export function decodePlaces(numbers: Numbers): Place[] {
  return Array.from({ length: numbers.length / 2 }, (_, i) => [
    known(numbers, 2 * i),
    known(numbers, 2 * i + 1),
  ]);
}

/** The two numbers that encode a move. */
export function encodeMove(move: Move, build: Build): readonly [number, number] {
  return move.kind === "collapse" ? [move.square, build.COLLAPSE] : move.squares;
}

export function decodeMove(a: number, b: number, collapse: number): Move {
  return b === collapse ? { kind: "collapse", square: a } : { kind: "placement", squares: [a, b] };
}

/** Decode a survey; moves and the positions after them need separate calls. */
export function readSurvey(build: Build, view: DataView, at: number): SurveyHeader {
  const { SURVEY, OUTCOME, LINE, MAX_SQUARES } = build;
  const [marks, stems] = [SURVEY.loop, SURVEY.stems].map((offset) =>
    readBits(build, view, at + offset).map((bit) => bit + 1),
  ) as [number[], number[]];
  const firsts = [...numbersAt(build, view.buffer, at + SURVEY.entanglement, MAX_SQUARES)];
  const outcome = at + SURVEY.outcome;
  const lines = Array.from({ length: view.getInt32(outcome + OUTCOME.lines, true) }, (_, i) =>
    readLine(build, view, outcome + OUTCOME.line + LINE.BYTES * i),
  );
  const decider = known(DECIDERS, view.getInt32(at + SURVEY.decider, true));
  const closing = view.getInt32(at + SURVEY.closing, true);
  return {
    decider: decider === "none" ? null : decider,
    loop: marks.length ? { marks, stems, closing } : null,
    entanglements: new Map(firsts.flatMap((first, i) => (first ? [[i + 1, first]] : []))),
    lines,
    outcome: readOutcome(build, view, outcome, lines),
  };
}

/** Decode an ensemble of `marks` marks, without the realities themselves. */
export function readEnsemble(
  build: Build,
  view: DataView,
  at: number,
  marks: number,
): Omit<Ensemble, "worlds"> {
  const { ENSEMBLE, ODDS } = build;
  return {
    count: Number(view.getBigUint64(at + ENSEMBLE.count, true)),
    odds: Array.from({ length: marks }, (_, i) =>
      readOdds(build, view, at + ENSEMBLE.odds + ODDS.BYTES * i),
    ),
  };
}

/** Null while the game is not over. */
function readOutcome(
  { OUTCOME }: Build,
  view: DataView,
  at: number,
  lines: readonly Line[],
): Outcome | null {
  const termination = view.getInt32(at + OUTCOME.termination, true);
  if (termination < 0) return null;
  const [x, o] = [view.getInt32(at + OUTCOME.x, true), view.getInt32(at + OUTCOME.o, true)];
  return {
    points: { X: x / 2, O: o / 2 },
    termination: known(TERMINATION_CODES, termination),
    lines,
  };
}

function readLine(build: Build, view: DataView, at: number): Line {
  const { LINE } = build;
  return {
    player: known(PLAYERS, view.getInt32(at + LINE.player, true)),
    squares: readBits(build, view, at + LINE.squares),
    time: view.getInt32(at + LINE.time, true),
  };
}

function readOdds(build: Build, view: DataView, at: number): Odds[] {
  const { ODDS, NUMBER_BYTES } = build;
  const numbers = numbersAt(build, view.buffer, at, ODDS.BYTES / NUMBER_BYTES);
  const read = (offset: number): number => known(numbers, offset / NUMBER_BYTES);
  return [0, NUMBER_BYTES].flatMap((second) => {
    const numerator = read(ODDS.share + second);
    const square = read(ODDS.square + second);
    return numerator ? [{ square, numerator, denominator: read(ODDS.of) }] : [];
  });
}

/** The indices of the set bits of a set of squares or marks. */
function readBits({ MAX_SQUARES }: Build, view: DataView, at: number): number[] {
  const squares: number[] = [];
  for (let byte = 0; byte < MAX_SQUARES / 8; byte++) {
    for (let bits = view.getUint8(at + byte), bit = 8 * byte; bits; bits >>= 1, bit++) {
      if (bits & 1) squares.push(bit);
    }
  }
  return squares;
}

function known<T>(list: ArrayLike<T>, index: number): T {
  const value = list[index];
  if (value === undefined) throw new RangeError(`the kernel has answered with number ${index}`);
  return value;
}
