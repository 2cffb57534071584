/** Errors in text and their locations (spec/notation.md, N5). */

import type { IllegalMoveReason } from "../kernel/errors";
import type { Decider, Player } from "../kernel/types";

/** A location in a text; `offset` counts UTF-16 units from 0. */
export class Spot {
  constructor(
    readonly text: string,
    readonly offset = 0,
  ) {}

  /** Line number from 1; LF, CR LF and CR end lines. */
  get line(): number {
    return this.linesBefore.length;
  }

  /** Column from 1, in characters. */
  get column(): number {
    return [...(this.linesBefore.at(-1) ?? "")].length + 1;
  }

  /** The location `by` UTF-16 units later. */
  moved(by: number): Spot {
    return new Spot(this.text, this.offset + by);
  }

  error(details: ErrorDetails): NotationError {
    return new NotationError(details, this);
  }

  private get linesBefore(): string[] {
    return this.text.slice(0, this.offset).split(/\r\n|[\r\n]/);
  }
}

/** The location of generated tokens. */
export const NOWHERE = new Spot("");

/** What Goff's string requires at fixed places. */
export type Expected =
  | "mark"
  | "plus or at"
  | "("
  | ")"
  | "!"
  | "{"
  | "}"
  | "comma"
  | "semicolon"
  | "square"
  | "loop"
  | "points"
  | `${Player} score`;

/** Why a move in a text is illegal; `not-loop-mark` only if a mark is named. */
export type IllegalReasonInText = IllegalMoveReason | "not-loop-mark";

/** Every kind of error in text, with its parameters. */
export interface ErrorDetailsByReason {
  "too-long": { readonly length: number; readonly limit: number };

  "no-move": { readonly found: string };
  "no-place": { readonly found: string; readonly mark: string };
  "no-square": {
    readonly found: string;
    readonly rows: number;
    readonly cols: number;
    readonly first: string;
    readonly last: string;
  };
  "no-mark": { readonly found: string; readonly number: number; readonly expected: string };
  /** A pair names one square twice. */
  "same-square": { readonly mark: string };
  /** A placement is marked `~` but closes no loop. */
  "no-loop-closed": { readonly move: string };
  "illegal-move": { readonly move: string; readonly illegalReason: IllegalReasonInText };
  "illegal-position": object;

  "open-comment": object;
  "open-variation": object;
  "no-tag": object;
  "no-open-brace": object;
  "no-open-bracket": object;
  "no-open-parenthesis": object;
  "no-escape": { readonly found: string };
  "no-result": object;
  "two-results": { readonly stated: string; readonly found: string };
  "result-in-variation": object;
  "tag-after-moves": object;
  "tag-twice": { readonly name: string };
  "variation-of-nothing": object;
  "empty-variation": object;
  "number-alone": { readonly number: number };
  "number-of-collapse": object;
  "wrong-number": { readonly expected: number; readonly found: number };
  "played-already": { readonly move: string };
  /** Unknown or contradictory rules. */
  "no-rules": { readonly found: string };
  "wrong-result": { readonly expected: string; readonly found: string };
  "wrong-termination": { readonly expected: string; readonly found: string };
  /** The record states a termination, but the game is not over. */
  "not-over": { readonly termination: string };
  "no-termination": { readonly result: string };

  expected: { readonly expected: Expected; readonly found: string };
  "wrong-mark": { readonly expected: string; readonly found: string };
  "closes-no-loop": { readonly mark: string; readonly stated: string };
  "wrong-loop": { readonly expected: string; readonly stated: string };
  "wrong-decider": {
    readonly decider: Decider;
    readonly mark: string;
    readonly expected: string;
    readonly found: string;
  };
  "not-landing": { readonly mark: string };
  "lands-elsewhere": { readonly mark: string; readonly expected: string; readonly found: string };
  "landing-missing": { readonly marks: readonly string[] };
  "half-placement": { readonly half: string };
  "wrong-self-collapse": {
    readonly mark: string;
    readonly expected: string;
    readonly found: string;
  };
  "wrong-score": { readonly expected: string; readonly stated: string };
  "score-too-early": object;
  "after-score": object;
  "goff-board": { readonly rows: number; readonly cols: number };
  "goff-classical": object;
  "goff-chance": object;

  /** A file; `limit` in KiB. */
  "file-too-long": { readonly limit: number };
  "file-empty": object;
  /** An armoured file that does not fit its hash. */
  damaged: object;
  "no-text": { readonly character: string };
  "no-utf8": object;

  /** errors of writers */
  "tag-name": { readonly found: string };
  "result-name": { readonly found: string };
}

export type Reason = keyof ErrorDetailsByReason;
export type ErrorDetailsOf<R extends Reason> = {
  [Key in R]: { readonly reason: Key } & ErrorDetailsByReason[Key];
}[R];
export type ErrorDetails = ErrorDetailsOf<Reason>;

/** An error in a text at `spot`. */
export abstract class TextError extends Error {
  constructor(
    readonly details: ErrorDetails,
    readonly spot: Spot,
  ) {
    super(`line ${spot.line}, column ${spot.column}: ${JSON.stringify(details)}`);
  }
}

/** The text cannot be parsed, or contains a false statement. */
export class NotationError extends TextError {
  override readonly name = "NotationError";
}

/** A move in the text is illegal. */
export class IllegalMoveInTextError extends TextError {
  override readonly name = "IllegalMoveInTextError";
  constructor(
    readonly illegalReason: IllegalReasonInText,
    move: string,
    spot: Spot,
  ) {
    super({ reason: "illegal-move", move, illegalReason }, spot);
  }
}

/** No game reaches the position in the text. */
export class IllegalPositionInTextError extends TextError {
  override readonly name = "IllegalPositionInTextError";
  constructor(spot: Spot) {
    super({ reason: "illegal-position" }, spot);
  }
}

/** The file is not text, or was changed after saving. */
export class DamagedError extends Error {
  override readonly name = "DamagedError";
  constructor(readonly details: ErrorDetails) {
    super(JSON.stringify(details));
  }
}

/** The notation cannot represent the value. */
export class UnwritableError extends Error {
  override readonly name = "UnwritableError";
  constructor(readonly details: ErrorDetails) {
    super(JSON.stringify(details));
  }
}

/** Throws `NotationError` if the text is longer than `limit` characters (N4). */
export function checkSize(text: string, limit: number): void {
  if (text.length <= limit) return;
  const length = [...text].length;
  if (length <= limit) return;
  const offset = [...text].slice(0, limit).join("").length;
  throw new Spot(text, offset).error({ reason: "too-long", length, limit });
}
