/** Errors of the kernel; each has a `reason` that the app translates. */

export const REFUSALS = [
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
export type Refusal = (typeof REFUSALS)[number];

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
  constructor(readonly reason: Refusal) {
    super(`the move is not legal: ${reason}`);
  }
}

const FAILURES: readonly (readonly [Failure, string])[] = [
  ["rules", "there are no such rules, or the board has more than 64 squares"],
  ["position", "no game reaches this position"],
  ["too-large", "the solver does not take a board of this size"],
  ["memory", "the kernel has no memory for this"],
  ["table", "the table of positions is not whole"],
];
const REFUSED = -10;

/** Return a result of the kernel, or throw if it is an error code. */
export function checked(result: number): number {
  if (result >= 0) return result;
  const refusal = REFUSALS[REFUSED - result];
  if (refusal) throw new IllegalMoveError(refusal);
  const [reason, message] = FAILURES[-result - 1] ?? ["broken", `the kernel answered ${result}`];
  throw new KernelError(reason, message);
}
