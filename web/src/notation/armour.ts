/**
 * Saved games with error correction; counterpart of `src/qttt/notation/armour.py`.
 *
 * An armoured file is the unchanged text between lines that start with `%`, which parsers of
 * records skip:
 *
 *     %qttt: …              the head: one line, always the same
 *     [X "Anna"]            the text, n bytes of UTF-8
 *     1. 1-2 2. 4-5 …
 *     %c1f4…                its BLAKE2b-256, 32 bytes in hexadecimal
 *     %07ae…                k lines of parity, 32 bytes each
 *     %91d0…
 *
 * Text, hash and parity are one row of n + 32 + 32k symbols, and symbol i belongs to codeword
 * i mod k. Everything is located by the length of the file alone, not by the frame (the head, each
 * `%`, each line break after the text). The hash is checked after the repair, because too many
 * errors can be "repaired" to something else. The result is the original text, or an error.
 */

import { blake2b } from "../kernel/blake2b";
import { DamagedError, UnwritableError } from "./errors";
import { DATA, PARITY, corrected, parityOf } from "./reed-solomon";

/** The longest text, in bytes of UTF-8. */
const MAX_SIZE = 1 << 18;
const HEAD = "%qttt: this file repairs itself. To edit it, delete every line that starts with %\n";
const HASH = 32;
const LINE = "%\n".length + 2 * PARITY;
const BOM = "\xef\xbb\xbf";
const BLOCK_LINE = /^%[0-9a-fA-F]{64}\r?$/m;
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f]/;
/** Line break variants made by editors; the last two if a byte of CR LF was also damaged. */
const LINE_BREAKS = [/\r\n?/g, /\r[^\n]|[^\n]\n/g, /[^\n]\n/g];
const SAMPLE = 20;

/** A decoded text. */
export interface Recovered {
  readonly text: string;
  /** Number of corrected bytes; if positive, the file should be saved again. */
  readonly repaired: number;
  /** False for a text without armour, where damage cannot be detected. */
  readonly armoured: boolean;
}

/** The text in canonical form: no BOM, line breaks `\n`, one at the end. */
export function canonical(text: string): string {
  const plain = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  return plain.endsWith("\n") ? plain : `${plain}\n`;
}

/**
 * The canonical text with error correction. Throws `UnwritableError` if it is too long or cannot be
 * encoded as UTF-8.
 */
export function armour(text: string): string {
  if (/\p{Cs}/u.test(text)) throw new UnwritableError({ reason: "half-character" });
  const body = new TextEncoder().encode(canonical(text));
  if (body.length > MAX_SIZE) {
    throw new UnwritableError({ reason: "file-too-long", limit: MAX_SIZE / 1024 });
  }
  return new TextDecoder().decode(armoured(body));
}

/**
 * The text of an armoured file, repaired if necessary; or a text without armour. Throws
 * `DamagedError` if the file is empty, too long, beyond repair, edited by hand, or not text.
 */
export function unarmour(data: Uint8Array): Recovered {
  if (!data.length) throw new DamagedError({ reason: "file-empty" });
  return repaired(data) ?? plain(data);
}

/** Like `unarmour`, but null for a text without armour. */
export function repaired(data: Uint8Array): Recovered | null {
  if (data.length > 3 * MAX_SIZE) {
    throw new DamagedError({ reason: "file-too-long", limit: MAX_SIZE / 1024 });
  }
  const file = charactersOf(data);
  for (const reading of readings(file)) {
    const bytes = bytesOf(reading);
    const body = bodyOf(bytes);
    if (!body) continue;
    const whole = armoured(body);
    const wrong = whole.filter((byte, i) => byte !== bytes[i]).length;
    return { text: decoded(body), repaired: wrong, armoured: true };
  }
  if (looksArmoured(file)) throw new DamagedError({ reason: "beyond-repair" });
  return null;
}

// --- the code ------------------------------------------------------------------------------

function armoured(body: Uint8Array): Uint8Array {
  const data = joined(body, hashOf(body));
  const symbols = joined(data, parity(data));
  const rows: string[] = [];
  for (let row = body.length; row < symbols.length; row += PARITY) {
    rows.push(`%${hexadecimal(symbols.subarray(row, row + PARITY))}\n`);
  }
  return joined(bytesOf(HEAD), body, bytesOf(rows.join("")));
}

/** Number of codewords for a text of that many bytes. */
function codewords(length: number): number {
  return Math.ceil((length + HASH) / DATA);
}

function parity(data: Uint8Array): Uint8Array {
  const count = codewords(data.length - HASH);
  const symbols = new Uint8Array(PARITY * count);
  for (let word = 0; word < count; word++) {
    // Codeword numbers continue from the hash.
    const first = (((word - data.length) % count) + count) % count;
    parityOf(every(data, word, count)).forEach((symbol, i) => {
      symbols[first + i * count] = symbol;
    });
  }
  return symbols;
}

/** The text in an armoured file of this length; null if the length or the hash does not match. */
function bodyOf(file: Uint8Array): Uint8Array | null {
  const length = textLength(file.length);
  if (length === null) return null;
  const symbols = symbolsIn(file, length);
  if (fits(symbols, length)) return symbols.slice(0, length);
  const better = correctedRow(symbols, codewords(length));
  return better && fits(better, length) ? better.slice(0, length) : null;
}

/** The length of the text in an armoured file of that size; null if no such file exists. */
function textLength(size: number): number | null {
  for (let count = 1; count < Math.floor(size / LINE); count++) {
    const length = size - HEAD.length - (count + 1) * LINE;
    if (length > 0 && codewords(length) === count) return length;
  }
  return null;
}

/** Text, hash and parity, located by file size alone. */
function symbolsIn(file: Uint8Array, length: number): Uint8Array {
  const begin = HEAD.length + length;
  const digits = charactersOf(file.subarray(begin)).replace(/.(.{64})./gs, "$1");
  const pairs = digits.replace(/[^0-9a-fA-F]/g, "0").match(/../g) ?? [];
  const block = Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
  return joined(file.subarray(HEAD.length, begin), block);
}

function fits(symbols: Uint8Array, length: number): boolean {
  return hashOf(symbols.subarray(0, length)).every((byte, i) => byte === symbols[length + i]);
}

/** The symbols with each codeword repaired; null if one is not correctable. */
function correctedRow(symbols: Uint8Array, count: number): Uint8Array | null {
  const row = symbols.slice();
  for (let word = 0; word < count; word++) {
    const codeword = corrected(every(symbols, word, count));
    if (!codeword) return null;
    codeword.forEach((symbol, i) => {
      row[word + i * count] = symbol;
    });
  }
  return row;
}

// --- damage by editors -----------------------------------------------------------------------

/** The file, and variants that undo an editor's changes; each byte is a character. */
function* readings(file: string): Generator<string> {
  const isMarked = file.startsWith(BOM) || file.startsWith(HEAD.slice(0, 8), BOM.length);
  const breaks = file.includes("\r") ? LINE_BREAKS : [];
  for (const start of isMarked ? [file.slice(BOM.length), file] : [file]) {
    for (const each of [start, ...breaks.map((pattern) => start.replace(pattern, "\n"))]) {
      yield* new Set([each, withOneBreak(each)]);
    }
  }
}

function withOneBreak(file: string): string {
  let end = file.length;
  while (file[end - 1] === "\n") end--;
  return `${file.slice(0, end)}\n`;
}

/** Whether this was an armoured file: part of the head, or a line of the block. */
function looksArmoured(file: string): boolean {
  const samples = Array.from({ length: HEAD.length - SAMPLE }, (_, i) => HEAD.slice(i, i + SAMPLE));
  if (BLOCK_LINE.test(file) || samples.some((sample) => file.includes(sample))) return true;
  return [0, BOM.length].some((begin) => {
    const start = [...file.slice(begin, begin + HEAD.length)];
    return start.length > 0 && 2 * start.filter((c, i) => c === HEAD[i]).length >= start.length;
  });
}

function plain(data: Uint8Array): Recovered {
  const text = canonical(decoded(data));
  const character = CONTROL.exec(text)?.[0];
  if (character !== undefined) throw new DamagedError({ reason: "no-text", character });
  return { text, repaired: 0, armoured: false };
}

function decoded(data: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    throw new DamagedError({ reason: "no-utf8" });
  }
}

// --- bytes -----------------------------------------------------------------------------------

function hashOf(data: Uint8Array): Uint8Array {
  return blake2b(data, HASH);
}

/** Every `step`-th byte. */
function every(data: Uint8Array, first: number, step: number): Uint8Array {
  const count = Math.max(0, Math.ceil((data.length - first) / step));
  return Uint8Array.from({ length: count }, (_, i) => data[first + i * step] ?? 0);
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let begin = 0;
  for (const part of parts) {
    whole.set(part, begin);
    begin += part.length;
  }
  return whole;
}

function hexadecimal(data: Uint8Array): string {
  return Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** One character per byte, for pattern matching. */
function charactersOf(data: Uint8Array): string {
  const chunks: string[] = [];
  for (let i = 0; i < data.length; i += CHUNK) {
    chunks.push(String.fromCharCode(...data.subarray(i, i + CHUNK)));
  }
  return chunks.join("");
}

function bytesOf(characters: string): Uint8Array {
  return Uint8Array.from(characters, (character) => character.charCodeAt(0));
}

/** Every engine accepts this many arguments. */
const CHUNK = 8192;
