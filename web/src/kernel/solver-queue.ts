/**
 * Long requests, answered in slices. The kernel cannot be interrupted while it computes, so work is
 * cut into slices of some milliseconds; between them messages are handled: other requests, and
 * cancellation.
 */

import type { WasmKernel } from "./wasm-kernel";
import { type SolveContext, perfectMoves, ponderMoves } from "./perfect";
import type { PartialResult, RequestArgs } from "./protocol";
import type { Rules } from "./rules";
import { WasmSolver, checkTable, verifyTable } from "./wasm-solver";
import type { Analysis, Estimate, EvalChoice, PerfectMoves } from "./types";

const SLICE_MS = 12;
const FIRST_NODES = 20_000;
const FIRST_SIMULATIONS = 64;
const FIRST_CUTOFF = 4_000_000;
const REPORT_MS = 100;

/** The signals of a request: cancelled, and good enough. */
export interface RequestSignals {
  readonly signal: AbortSignal;
  readonly enough: AbortSignal;
  readonly progress: (partial: PartialResult) => void;
}

/** Answers long requests one at a time, because they share the kernel's memory. */
export class SolverQueue {
  private readonly wasmSolver: WasmSolver;
  private last: Promise<unknown> = Promise.resolve();

  constructor(wasmKernel: WasmKernel) {
    this.wasmSolver = new WasmSolver(wasmKernel);
  }

  /**
   * Verify a table and let the solver use it; until then it works without. Throws `KernelError` if
   * the table is damaged.
   */
  async attach(table: Uint8Array): Promise<void> {
    checkTable(table);
    await verifyTable(table, yieldToMessages);
    this.wasmSolver.attach(table);
  }

  solve(ask: RequestArgs<"solve">, context: RequestSignals): Promise<Analysis> {
    return this.inTurn(() => solved(this.wasmSolver, ask, context));
  }

  perfect(
    { rules, places, lots }: RequestArgs<"perfect">,
    { signal }: RequestSignals,
  ): Promise<PerfectMoves> {
    return this.inTurn(() => perfectMoves(this.inquiry(rules, signal), places, lots));
  }

  foresee({ rules, places }: RequestArgs<"foresee">, { signal }: RequestSignals): Promise<null> {
    return this.inTurn(() => ponderMoves(this.inquiry(rules, signal), places).then(() => null));
  }

  search(ask: RequestArgs<"search">, context: RequestSignals): Promise<Estimate> {
    return this.inTurn(() => searched(this.wasmSolver, ask, context));
  }

  classical(ask: RequestArgs<"classical">, context: RequestSignals): Promise<EvalChoice> {
    return this.inTurn(() => chosen(this.wasmSolver, ask, context));
  }

  /** Run after all earlier requests have ended. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.last.then(work);
    this.last = mine.catch(() => undefined);
    return mine;
  }

  /** Solve without reporting progress. */
  private inquiry(rules: Rules, signal: AbortSignal): SolveContext {
    const { wasmSolver } = this;
    const solve: SolveContext["solve"] = (places, depth) =>
      solved(wasmSolver, { rules, places, depth }, { signal });
    return { wasmKernel: wasmSolver.wasmKernel, rules, solve };
  }
}

/** Double the budget until everything is known: each slice starts over with the cached results. */
export async function solved(
  wasmSolver: WasmSolver,
  { rules, places, depth }: RequestArgs<"solve">,
  { signal, progress }: Pick<RequestSignals, "signal"> & Partial<RequestSignals>,
): Promise<Analysis> {
  const isComparison = depth === "best" || depth === "quickest";
  for (let nodes = FIRST_NODES; ; nodes *= 2) {
    const analysis = wasmSolver.solve(rules, places, depth, nodes);
    const { exact, moves } = analysis;
    if (exact && (isComparison || moves.every((move) => move.exact))) return analysis;
    await yieldToMessages(signal);
    progress?.(analysis);
  }
}

/** Grow a tree until it is good enough or proven, in slices of about equal length. */
async function searched(
  wasmSolver: WasmSolver,
  ask: RequestArgs<"search">,
  context: RequestSignals,
): Promise<Estimate> {
  const { simulations } = ask;
  wasmSolver.plant(ask.rules, ask.places, ask.features, simulations);
  const end = performance.now() + 1000 * ask.seconds;
  let total = 0;
  let slice = Math.min(simulations, FIRST_SIMULATIONS);
  let partial = performance.now();
  for (;;) {
    const before = performance.now();
    const made = wasmSolver.search(total + slice, BigInt(ask.seed) + BigInt(total));
    const now = performance.now();
    total += made;
    const isEnough = now >= end || total >= simulations || context.enough.aborted;
    if (made < slice || isEnough) return wasmSolver.estimate();
    if (now >= partial + REPORT_MS) {
      partial = now;
      context.progress(wasmSolver.estimate());
    }
    slice = Math.max(1, Math.round(slice * Math.min(4, SLICE_MS / Math.max(1, now - before))));
    slice = Math.min(slice, simulations - total);
    await yieldToMessages(context.signal);
  }
}

/**
 * Search repeatedly with twice the cut-off limit, until no cut-off occurs or time is up: each
 * search costs as much as all before it, and the last result counts.
 */
async function chosen(
  wasmSolver: WasmSolver,
  { rules, places, level }: RequestArgs<"classical">,
  { signal }: RequestSignals,
): Promise<EvalChoice> {
  const start = performance.now();
  for (let nodes = FIRST_CUTOFF; ; nodes *= 2) {
    const { move, statistics } = wasmSolver.choose(rules, places, level, nodes);
    const seconds = (performance.now() - start) / 1000;
    if (!statistics.cutOff || seconds >= level.cutoffSeconds) {
      return { move, statistics: { ...statistics, seconds } };
    }
    await yieldToMessages(signal);
  }
}

/**
 * Handle queued messages by posting a message behind them; a timer would take at least 4 ms. Throws
 * if `signal` is aborted.
 */
async function yieldToMessages(signal?: AbortSignal): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  await new Promise((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(null);
  });
  port1.close();
  signal?.throwIfAborted();
}
