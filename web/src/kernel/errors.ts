/** Errors of the kernel; each has a `reason` that the app translates. */

export const ILLEGAL_MOVE_REASONS = [
  "off-board",
  "game-over",
  "loop-pending",
  "no-loop",
  "not-on-loop",
  "not-open",
  "one-square",
  "two-squares",
  "pair-loop",
] as const;

/** Why a move is illegal, in the order of qttt.h. */
export type IllegalMoveReason = (typeof ILLEGAL_MOVE_REASONS)[number];

export type Failure =
  | "missing" // the file cannot be fetched
  | "broken" // not WebAssembly, or not this kernel
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

const FAILURES: readonly (readonly [Failure, string])[] = [
  ["rules", "the rules are invalid, or the board has more than 64 squares"],
  ["position", "no game reaches this position"],
  ["too-large", "the board is too large for the solver"],
  ["memory", "the kernel is out of memory"],
  ["table", "the tablebase is damaged"],
];
const FIRST_ILLEGAL_MOVE_CODE = -10;

/** Return a result of the kernel, or throw if it is an error code. */
export function checked(result: number): number {
  if (result >= 0) return result;
  const illegalReason = ILLEGAL_MOVE_REASONS[FIRST_ILLEGAL_MOVE_CODE - result];
  if (illegalReason) throw new IllegalMoveError(illegalReason);
  const [reason, message] = FAILURES[-result - 1] ?? ["broken", `the kernel returned ${result}`];
  throw new KernelError(reason, message);
}
