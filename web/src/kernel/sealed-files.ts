/**
 * Files with a checksum in their header: tablebases (`TABLE_HEADER`) and learned evaluators
 * (`EVALUATOR`). Checks throw `KernelError`.
 */

import { EVALUATOR, RULES_BYTES, TABLE_HEADER } from "../generated/api";
import { hashing } from "./blake2b";
import { type Failure, KernelError } from "./errors";

/** A kind of file: where its header has its size and its BLAKE2b-256. */
interface Format {
  readonly reason: Failure;
  readonly name: string;
  readonly magic: string;
  readonly header: number;
  readonly size: number;
  readonly digest: number;
  readonly rules: number;
}

export const TABLEBASE: Format = {
  reason: "table",
  name: "tablebase",
  magic: "QTTTtab2",
  header: TABLE_HEADER.BYTES,
  size: TABLE_HEADER.bytes,
  digest: TABLE_HEADER.digest,
  rules: TABLE_HEADER.rules,
};

export const LEARNED: Format = {
  reason: "broken",
  name: "evaluator",
  magic: "QTTTevl1",
  header: EVALUATOR.BYTES,
  size: EVALUATOR.bytes,
  digest: EVALUATOR.digest,
  rules: EVALUATOR.rules,
};

const DIGEST_BYTES = 32;

/** Check that a file is complete. */
export function checkWhole(format: Format, file: Uint8Array): void {
  const { reason, name, magic, header, size } = format;
  const start = String.fromCharCode(...file.subarray(0, magic.length));
  if (start !== magic || file.length < header) {
    throw new KernelError(reason, `this is not a complete ${name} file, or has another version`);
  }
  const bytes = new DataView(file.buffer, file.byteOffset).getBigUint64(size, true);
  if (bytes !== BigInt(file.length)) {
    throw new KernelError(reason, `the ${name} has ${file.length} bytes instead of ${bytes}`);
  }
}

/**
 * Check that a file is complete and matches its checksum. This takes some time; `pause` yields to
 * other work.
 */
export async function verifyFile(
  format: Format,
  file: Uint8Array,
  pause: () => Promise<void>,
): Promise<void> {
  checkWhole(format, file);
  const { reason, name, digest } = format;
  const rest = new Uint8Array(file.length - DIGEST_BYTES);
  rest.set(file.subarray(0, digest));
  rest.set(file.subarray(digest + DIGEST_BYTES), digest);
  const steps = hashing(rest, DIGEST_BYTES);
  let step = steps.next();
  for (; !step.done; step = steps.next()) await pause();
  if (step.value.some((byte, i) => byte !== file[digest + i])) {
    throw new KernelError(reason, `the digest of the ${name} does not match`);
  }
}

/** The encoded rules in the header of a complete file. */
export function rulesIn(format: Format, file: Uint8Array): Uint8Array {
  return file.slice(format.rules, format.rules + RULES_BYTES);
}
