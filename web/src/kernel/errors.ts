/** Errors of the kernel; each has a `reason` that the app translates. */

import { ERRORS, ILLEGAL_MOVE_CODES } from "../generated/api";

export type IllegalMoveReason = (typeof ILLEGAL_MOVE_CODES)[number];

export type Failure =
  | "missing" // the file cannot be fetched
  | "broken" // not WebAssembly, not this kernel, or not an evaluator
  | "forbidden" // the page's policy or the browser allows no WebAssembly
  | "crashed" // the worker has died
  | "rules"
  | "position"
  | "too-large"
  | "memory"
  | "table";

/** The kernel cannot answer. */
export class KernelError extends Error {
  override readonly name = "KernelError";
  constructor(
    readonly reason: Failure,
    message: string,
  ) {
    super(message);
  }
}

/** The move is illegal in this position; nothing was played. */
export class IllegalMoveError extends Error {
  override readonly name = "IllegalMoveError";
  constructor(readonly reason: IllegalMoveReason) {
    super(`the move is not legal: ${reason}`);
  }
}

const FAILURES = new Map<number, readonly [Failure, string]>([
  [ERRORS.BAD_RULES, ["rules", "the rules are invalid, or the board is too large"]],
  [ERRORS.BAD_POSITION, ["position", "no game reaches this position"]],
  [ERRORS.TOO_LARGE, ["too-large", "the board is too large for the solver"]],
  [ERRORS.BAD_MEMORY, ["memory", "the kernel is out of memory"]],
  [ERRORS.BAD_TABLE, ["table", "the tablebase is damaged"]],
]);

/** Return a result of the kernel, or throw if it is an error code. */
export function checked(result: number): number {
  if (result >= 0) return result;
  const illegalReason = ILLEGAL_MOVE_CODES[ERRORS.ILLEGAL - result];
  if (illegalReason) throw new IllegalMoveError(illegalReason);
  const [reason, message] = FAILURES.get(result) ?? ["broken", `the kernel returned ${result}`];
  throw new KernelError(reason, message);
}
