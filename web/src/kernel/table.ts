/**
 * Tables of positions (`kernel/tablebase.c` draws the file).
 *
 * Checked are the mark at the start, the sizes and, by the kernel, that all of it fits together.
 * The digest is left to `qttt table verify`: browsers have no BLAKE2b, and a download that was cut
 * short or is another file is found out without it.
 */

import { KernelError } from "./errors";

const MAGIC = "QTTTtab1";
const RULES_AT = 8;
const BYTES_AT = 24;
const HEADER = 3696;

/** Throws `KernelError` for bytes that are no table, or not all of one. */
export function checkTable(table: Uint8Array): void {
  const magic = String.fromCharCode(...table.subarray(0, MAGIC.length));
  if (magic !== MAGIC || table.length < HEADER) {
    throw new KernelError("table", "this is no table of positions");
  }
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
  const bytes = view.getBigUint64(BYTES_AT, true);
  if (bytes !== BigInt(table.length)) {
    throw new KernelError("table", `the table has ${table.length} bytes instead of ${bytes}`);
  }
}

/** Whether a table is for the rules with that code. */
export function isTableFor(table: Uint8Array, rules: Uint8Array): boolean {
  return rules.every((byte, i) => table[RULES_AT + i] === byte);
}
