/**
 * The record `.qtn`: games as text, after chess' PGN (spec/notation.md, N21 to N35).
 *
 *     [Rules "goff"]
 *     [Result "1-0.5"]
 *
 *     1. 1-2 2. 4-5 {a comment} (2. 1-2~ @1 {a variation}) 3. 2-3 … 6. 1-4~ @4 1-0.5
 *
 * A record knows no rules: its moves are unchecked tokens and its result is a word. What it means
 * on a board is found out by `replay.ts`.
 */

import type { Spot } from "./errors";
import { type Token, tokenText } from "./tokens";

/** Points of X, then of O; `*` for a game that goes on (N23). */
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

/** One move in a record and what follows it: first the continuation, then its variations. */
export interface RecordNode {
  readonly token: Token;
  /** The mark's; a collapse has none, and others may leave it out. */
  readonly number: number | null;
  readonly comment: string;
  readonly children: readonly RecordNode[];
  /** Where the move, or its number, was read. */
  readonly spot: Spot;
}

/** What a record says. */
export interface RecordContent {
  readonly tags: ReadonlyMap<string, string>;
  readonly comment: string;
  readonly children: readonly RecordNode[];
  readonly result: string;
}

/** What a record says, and where its tags' values and its result were read. */
export interface GameRecord extends RecordContent {
  readonly tagSpots: ReadonlyMap<string, Spot>;
  readonly resultSpot: Spot;
}

/**
 * Every move with the one before it (null at the start), in the order of the text: a move comes
 * first, then its variations, each to its end, then what follows the move.
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

/** `2. 4-5`; without a number the move alone. */
export function entryText({ token, number }: RecordNode): string {
  return number === null ? tokenText(token) : `${number}. ${tokenText(token)}`;
}
