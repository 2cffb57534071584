/**
 * Long requests, answered in slices. The kernel cannot be interrupted while it computes, so work is
 * cut into slices of some milliseconds; between them messages are handled: other requests, and
 * cancellation.
 */

import type { Machine } from "./machine";
import { type Inquiry, choices, foresee } from "./perfect";
import type { Ask, Progress } from "./protocol";
import type { Rules } from "./rules";
import { checkTable, verifyTable } from "./table";
import { Thinker } from "./thinker";
import type { Analysis, Choices, Estimate, EvalChoice } from "./types";

const SLICE_MS = 12;
const FIRST_NODES = 20_000;
const FIRST_SIMULATIONS = 64;
const FIRST_CUTOFF = 4_000_000;
const REPORT_MS = 100;

/** The signals of a request: cancelled, and good enough. */
export interface Context {
  readonly signal: AbortSignal;
  readonly enough: AbortSignal;
  readonly progress: (told: Progress) => void;
}

/** Answers long requests one at a time, because they share the kernel's memory. */
export class Thinking {
  private readonly thinker: Thinker;
  private last: Promise<unknown> = Promise.resolve();

  constructor(machine: Machine) {
    this.thinker = new Thinker(machine);
  }

  /**
   * Verify a table and let the solver use it; until then it works without. Throws `KernelError` if
   * the table is damaged.
   */
  async attach(table: Uint8Array): Promise<void> {
    checkTable(table);
    await verifyTable(table, breath);
    this.thinker.attach(table);
  }

  solve(ask: Ask<"solve">, context: Context): Promise<Analysis> {
    return this.inTurn(() => solved(this.thinker, ask, context));
  }

  perfect({ rules, places, lots }: Ask<"perfect">, { signal }: Context): Promise<Choices> {
    return this.inTurn(() => choices(this.inquiry(rules, signal), places, lots));
  }

  foresee({ rules, places }: Ask<"foresee">, { signal }: Context): Promise<null> {
    return this.inTurn(() => foresee(this.inquiry(rules, signal), places).then(() => null));
  }

  search(ask: Ask<"search">, context: Context): Promise<Estimate> {
    return this.inTurn(() => searched(this.thinker, ask, context));
  }

  classical(ask: Ask<"classical">, context: Context): Promise<EvalChoice> {
    return this.inTurn(() => chosen(this.thinker, ask, context));
  }

  /** Run after all earlier requests have ended. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.last.then(work);
    this.last = mine.catch(() => undefined);
    return mine;
  }

  /** Solve without reporting progress. */
  private inquiry(rules: Rules, signal: AbortSignal): Inquiry {
    const { thinker } = this;
    const solve: Inquiry["solve"] = (places, depth) =>
      solved(thinker, { rules, places, depth }, { signal });
    return { machine: thinker.machine, rules, solve };
  }
}

/** Double the budget until everything is known: each slice starts over with the cached results. */
async function solved(
  thinker: Thinker,
  { rules, places, depth }: Ask<"solve">,
  { signal, progress }: Pick<Context, "signal"> & Partial<Context>,
): Promise<Analysis> {
  const isComparison = depth === "best" || depth === "quickest";
  for (let nodes = FIRST_NODES; ; nodes *= 2) {
    const analysis = thinker.solve(rules, places, depth, nodes);
    const { exact, moves } = analysis;
    if (exact && (isComparison || moves.every((move) => move.exact))) return analysis;
    await breath(signal);
    progress?.(analysis);
  }
}

/** Grow a tree until it is good enough or proven, in slices of about equal length. */
async function searched(thinker: Thinker, ask: Ask<"search">, context: Context): Promise<Estimate> {
  const { simulations } = ask;
  thinker.plant(ask.rules, ask.places, ask.features, simulations);
  const end = performance.now() + 1000 * ask.seconds;
  let total = 0;
  let slice = Math.min(simulations, FIRST_SIMULATIONS);
  let told = performance.now();
  for (;;) {
    const before = performance.now();
    const made = thinker.search(total + slice, BigInt(ask.seed) + BigInt(total));
    const now = performance.now();
    total += made;
    const isEnough = now >= end || total >= simulations || context.enough.aborted;
    if (made < slice || isEnough) return thinker.estimate();
    if (now >= told + REPORT_MS) {
      told = now;
      context.progress(thinker.estimate());
    }
    slice = Math.max(1, Math.round(slice * Math.min(4, SLICE_MS / Math.max(1, now - before))));
    slice = Math.min(slice, simulations - total);
    await breath(context.signal);
  }
}

/**
 * Search repeatedly with twice the cut-off limit, until no cut-off occurs or time is up: each
 * search costs as much as all before it, and the last result counts.
 */
async function chosen(
  thinker: Thinker,
  { rules, places, level }: Ask<"classical">,
  { signal }: Context,
): Promise<EvalChoice> {
  const start = performance.now();
  for (let nodes = FIRST_CUTOFF; ; nodes *= 2) {
    const { move, statistics } = thinker.choose(rules, places, level, nodes);
    const seconds = (performance.now() - start) / 1000;
    if (!statistics.cutOff || seconds >= level.cutoffSeconds) {
      return { move, statistics: { ...statistics, seconds } };
    }
    await breath(signal);
  }
}

/**
 * Handle queued messages by posting a message behind them; a timer would take at least 4 ms. Throws
 * if `signal` is aborted.
 */
async function breath(signal?: AbortSignal): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  await new Promise((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(null);
  });
  port1.close();
  signal?.throwIfAborted();
}
