/**
 * Parse any pasted text: a position, a list of moves, Goff's string, records, armoured or not.
 *
 * `read` detects the format and parses it without a board: squares are names. `replay`
 * (replay.ts) plays the result on a board, using the kernel.
 */

import { DamagedError, Spot, checkSize } from "./errors";
import { type GoffText, readGoff } from "./goff-reader";
import { type PlaceToken, placesAt } from "./moves-reader";
import { type GameRecord, RESULTS } from "./record";
import { readRecords } from "./record-reader";
import { MAX_TEXT, SPACE, type Token, readTokens, stripped } from "./tokens";
import { blake2b } from "../kernel/blake2b";

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
  | ({ readonly kind: "goff" } & GoffText)
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
  if (/[(+]/.test(plain)) return { kind: "goff", ...readGoff(plain) };
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

// --- files ----------------------------------------------------------------------------------

/*
 * Text of files. Those with error correction are written and repaired by
 * `src/qttt/notation/armour.py`; here only the text between their lines that start with `%` is
 * read, and compared with their hash:
 *
 *     %qttt: …              the head
 *     [X "Anna"]            the text
 *     1. 1-2 2. 4-5 …
 *     %c1f4…                its BLAKE2b-256, 32 bytes in hexadecimal
 *     %07ae…                parity
 */

/** Size limit of a text, and of a file with error correction, in bytes. */
const MAX_TEXT_KIB = 256;
const MAX_FILE_BYTES = 3 * 1024 * MAX_TEXT_KIB;
const HASH_BYTES = 32;
const HEAD = /^%qttt:.*\n/;
const BLOCK = /^%([0-9a-f]{64})$/im;
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f]/;

/** Decode a file. Throws `DamagedError` if it is empty, too long, or not text. */
export function decodeFile(data: Uint8Array): string {
  if (!data.length) throw new DamagedError({ reason: "file-empty" });
  if (data.length > MAX_FILE_BYTES) {
    throw new DamagedError({ reason: "file-too-long", limit: MAX_TEXT_KIB });
  }
  const text = canonical(decoded(data));
  const character = CONTROL.exec(text)?.[0];
  if (character !== undefined) throw new DamagedError({ reason: "no-text", character });
  return text;
}

/** The text without the armour around it. Throws `DamagedError` if it does not fit its hash. */
export function unarmoured(text: string): string {
  const plain = canonical(text);
  const block = BLOCK.exec(plain);
  if (!block && !HEAD.test(plain)) return text;
  const body = plain.slice(0, block?.index).replace(HEAD, "");
  if (block?.[1]?.toLowerCase() !== hashOf(body)) throw new DamagedError({ reason: "damaged" });
  return body;
}

/** No BOM, line breaks `\n`, one at the end. */
function canonical(text: string): string {
  const plain = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  return plain.endsWith("\n") ? plain : `${plain}\n`;
}

function decoded(data: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(data);
  } catch {
    throw new DamagedError({ reason: "no-utf8" });
  }
}

function hashOf(text: string): string {
  const hash = blake2b(new TextEncoder().encode(text), HASH_BYTES);
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
