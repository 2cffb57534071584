/**
 * The record `.qtn`: games as text, after chess' PGN (spec/notation.md, N21 to N35).
 *
 *     [Rules "goff"]
 *     [Result "1-0.5"]
 *
 *     1. 1-2 2. 4-5 {a comment} (2. 1-2~ @1 {a variation}) 3. 2-3 … 6. 1-4~ @4 1-0.5
 *
 * A record is independent of rules: its moves are unchecked tokens and its result is a word.
 * `replay.ts` resolves them on a board.
 */

import type { Spot } from "./errors";
import { type Token, tokenText } from "./tokens";

/** Points of X, then of O; `*` for an unfinished game (N23). */
export const RESULTS: readonly string[] = [
  "1-0",
  "0-1",
  "1-0.5",
  "0.5-1",
  "1.5-0",
  "2-0",
  "0-0",
  "0-2",
  "1-1",
  "*",
];

/** A move of a record with its continuation, then its variations. */
export interface RecordNode {
  readonly token: Token;
  /** The subscript of the mark; null for a collapse, and if omitted. */
  readonly number: number | null;
  readonly comment: string;
  readonly children: readonly RecordNode[];
  /** Location of the move or its number. */
  readonly spot: Spot;
}

/** Contents of a record. */
export interface RecordContent {
  readonly tags: ReadonlyMap<string, string>;
  readonly comment: string;
  readonly children: readonly RecordNode[];
  readonly result: string;
}

/** Contents of a record, with the locations of its tag values and result. */
export interface GameRecord extends RecordContent {
  readonly tagSpots: ReadonlyMap<string, Spot>;
  readonly resultSpot: Spot;
}

/**
 * Every move with the previous one (null at the start), in text order: a move, then its variations,
 * each to its end, then its continuation.
 */
export function* walk(record: RecordContent): Generator<readonly [RecordNode | null, RecordNode]> {
  const waiting: (readonly [RecordNode | null, readonly RecordNode[]])[] = [
    [null, record.children],
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [parent, [first, ...variations]] = next;
    if (!first) continue;
    yield [parent, first];
    waiting.push([first, first.children]);
    for (const variation of variations.reverse()) waiting.push([parent, [variation]]);
  }
}

/** `2. 4-5`; without a number, only the move. */
export function entryText({ token, number }: RecordNode): string {
  return number === null ? tokenText(token) : `${number}. ${tokenText(token)}`;
}
