/**
 * Tablebases (format: `TABLE_HEADER`).
 *
 * Checks the magic bytes, the sizes, the digest of all bytes and, through the kernel,
 * consistency.
 */

import { TABLE_HEADER } from "./api";
import { hashing } from "./blake2b";
import { KernelError } from "./errors";

const MAGIC = "QTTTtab2";
const { digest: DIGEST_AT, BYTES: HEADER } = TABLE_HEADER;

/** Throws `KernelError` if the bytes are not a complete table. */
export function checkTable(table: Uint8Array): void {
  const magic = String.fromCharCode(...table.subarray(0, MAGIC.length));
  if (magic !== MAGIC || table.length < HEADER) {
    throw new KernelError("table", "this is not a tablebase");
  }
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
  const bytes = view.getBigUint64(TABLE_HEADER.bytes, true);
  if (bytes !== BigInt(table.length)) {
    throw new KernelError("table", `the table has ${table.length} bytes instead of ${bytes}`);
  }
}

/**
 * Throws `KernelError` if the checksum does not match. This takes some time; `pause` yields to
 * other work.
 */
export async function verifyTable(table: Uint8Array, pause: () => Promise<void>): Promise<void> {
  const rest = new Uint8Array(table.length - (HEADER - DIGEST_AT));
  rest.set(table.subarray(0, DIGEST_AT));
  rest.set(table.subarray(HEADER), DIGEST_AT);
  const steps = hashing(rest, HEADER - DIGEST_AT);
  let step = steps.next();
  for (; !step.done; step = steps.next()) await pause();
  if (step.value.some((byte, i) => byte !== table[DIGEST_AT + i])) {
    throw new KernelError("table", "the digest of the table does not match");
  }
}
