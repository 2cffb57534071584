/**
 * Parse any pasted text: a position, a list of moves, Goff's string, records, armoured or not.
 *
 * `read` detects the format and parses it without a board: squares are names. `replay`
 * (replay.ts) plays the result on a board, using the kernel.
 */

import { unarmoured } from "./armour";
import { Spot, checkSize } from "./errors";
import { type GoffStep, readGoff } from "./goff-reader";
import { type PlaceToken, placesAt } from "./positions";
import { type GameRecord, RESULTS } from "./record";
import { readRecords } from "./record-reader";
import { MAX_TEXT, SPACE, type Token, readTokens, stripped } from "./tokens";

export type ParsedText =
  /** From the empty board. */
  | { readonly kind: "moves"; readonly moves: readonly Token[] }
  | {
      readonly kind: "position";
      readonly start: readonly PlaceToken[];
      /** Location of the position in the text. */
      readonly spot: Spot;
      readonly moves: readonly Token[];
    }
  | { readonly kind: "goff"; readonly steps: readonly GoffStep[] }
  /** Any number of games. */
  | { readonly kind: "records"; readonly records: readonly GameRecord[] };

const RECORD = new RegExp(`^[${SPACE}]*(?:[[{;(]|[0-9]+\\.)`);
const FIRST_WORD = new RegExp(`[^${SPACE}]+`);
const SPACES = new RegExp(`[${SPACE}]+`);

/**
 * Parse a text. Throws `NotationError` if it is invalid, `DamagedError` if it is armoured and
 * damaged.
 */
export function read(text: string): ParsedText {
  const plain = unarmoured(text).replace(/^\ufeff/, "");
  if (!looksLikeRecords(plain)) return readGame(plain);
  return { kind: "records", records: readRecords(plain) };
}

/** Parse a text of unknown format that is not a record (N20). */
export function readGame(text: string): ParsedText {
  const plain = text.replace(/^\ufeff/, "");
  checkSize(plain, MAX_TEXT);
  if (/[(+]/.test(plain)) return { kind: "goff", steps: readGoff(plain) };
  const first = FIRST_WORD.exec(plain);
  if (!first || !(first[0].includes("/") || first[0] === "-")) {
    return { kind: "moves", moves: readTokens(plain) };
  }
  const spot = new Spot(plain, first.index);
  const start = placesAt(spot, first[0]);
  const moves = readTokens(plain, spot.offset + first[0].length);
  return { kind: "position", start, spot, moves };
}

/** Whether a text begins like a record, or ends with a result. */
function looksLikeRecords(text: string): boolean {
  const last = stripped(text).word.split(SPACES).at(-1) ?? "";
  // 1-1 may also be a classical mark on the last square.
  return RECORD.test(text) || (RESULTS.includes(last) && last !== "1-1");
}
