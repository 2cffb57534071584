/**
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

import { blake2b } from "../kernel/blake2b";
import { DamagedError } from "./errors";

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
