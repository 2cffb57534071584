/**
 * Long requests, answered in slices. The kernel cannot be interrupted while it computes, so work is
 * cut into slices of some milliseconds; between them messages are handled: other requests, and
 * cancellation.
 */

import { MAX_SIMULATIONS } from "../generated/api";
import { type EvaluatorFile, EvaluatorLoader, type PendingEvaluator } from "./evaluators";
import type { WasmKernel } from "./wasm-kernel";
import { type SolveContext, perfectMoves, ponderMoves } from "./perfect";
import type { PartialResult, RequestArgs } from "./protocol";
import type { Rules } from "./rules";
import { TABLEBASE, verifyFile } from "./sealed-files";
import { WasmSolver } from "./wasm-solver";
import type { Analysis, Estimate, EvalChoice, EvaluatorUse, PerfectMoves } from "./types";

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
  private readonly evaluators: EvaluatorLoader;
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    wasmKernel: WasmKernel,
    evaluators: readonly EvaluatorFile[],
    fetchBytes: (url: string) => Promise<Uint8Array>,
  ) {
    this.wasmSolver = new WasmSolver(wasmKernel);
    this.evaluators = new EvaluatorLoader(evaluators, fetchBytes, yieldToMessages);
  }

  /**
   * Verify a table and let the solver use it; until then it works without. Throws `KernelError` if
   * the table is damaged.
   */
  async attach(table: Uint8Array): Promise<void> {
    await verifyFile(TABLEBASE, table, yieldToMessages);
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
    const evaluator = ask.learned ? this.evaluators.find(ask.rules) : null;
    return this.inTurn(() => searched(this.wasmSolver, evaluator, ask, context));
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

/**
 * Search; once more from the start when the evaluator arrives, which a search for some seconds waits
 * for.
 */
async function searched(
  wasmSolver: WasmSolver,
  evaluator: PendingEvaluator | null,
  ask: RequestArgs<"search">,
  context: RequestSignals,
): Promise<Estimate> {
  for (;;) {
    const weights = evaluator?.weights ?? null;
    const simulations = Math.min((weights && ask.learned) ?? ask.simulations, MAX_SIMULATIONS);
    wasmSolver.plant(ask.rules, ask.places, ask.features, simulations, weights);
    const estimate = await grown(wasmSolver, evaluator, { ...ask, simulations }, context);
    if (estimate) return estimate;
  }
}

/**
 * Grow the tree until it is good enough or proven, in slices of about equal length. Returns null if
 * the evaluator arrives.
 */
async function grown(
  wasmSolver: WasmSolver,
  evaluator: PendingEvaluator | null,
  { simulations, seconds, seed }: RequestArgs<"search">,
  context: RequestSignals,
): Promise<Estimate | null> {
  const isLearned = Boolean(evaluator?.weights);
  const use: EvaluatorUse = isLearned ? "used" : evaluator ? "missing" : "none";
  const estimate = (): Estimate => ({ ...wasmSolver.estimate(), evaluator: use });
  const end = performance.now() + 1000 * seconds;
  let total = 0;
  let slice = Math.min(simulations, FIRST_SIMULATIONS);
  let partial = performance.now();
  for (;;) {
    const before = performance.now();
    const isOpen = wasmSolver.search(total + slice, BigInt(seed) + BigInt(total));
    const now = performance.now();
    total += slice;
    const isOver = now >= end && !evaluator?.isExpected;
    const isEnough = isOver || total >= simulations || context.enough.aborted;
    if (!isOpen || isEnough) return estimate();
    if (now >= partial + REPORT_MS) {
      partial = now;
      context.progress(estimate());
    }
    slice = Math.max(1, Math.round(slice * Math.min(4, SLICE_MS / Math.max(1, now - before))));
    slice = Math.min(slice, simulations - total);
    await yieldToMessages(context.signal);
    if (!isLearned && evaluator?.weights) return null;
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
