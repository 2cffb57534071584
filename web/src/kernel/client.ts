/**
 * Client of the kernel worker: requests with typed answers.
 *
 * Every method throws `KernelError` if the kernel cannot answer, and an `AbortError` if its
 * signal is aborted.
 */

import { KernelError } from "./errors";
import {
  type Here,
  type FromWorker,
  type PartialResult,
  type Port,
  type RequestArgs,
  type RequestKind,
  type RequestResult,
  deserializeError,
  unpackSurvey,
} from "./protocol";
import type { Rules } from "./rules";
import { FEATURES } from "../generated/api";
import {
  type Analysis,
  type Depth,
  type Ensemble,
  type Estimate,
  type EvalChoice,
  type EvalLevel,
  type Move,
  type PerfectMoves,
  type Place,
  type Survey,
} from "./types";

interface Waiting {
  readonly resolve: (answer: RequestResult<RequestKind>) => void;
  readonly reject: (error: unknown) => void;
  readonly progress: ((partial: PartialResult) => void) | undefined;
}

interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((partial: PartialResult) => void) | undefined;
}

interface SearchOptions extends RequestOptions {
  /** Maximum number of simulations; unlimited if omitted. */
  readonly simulations?: number;
  readonly features?: number;
  /** Judge by learned weights, where the app has them, for at most this number of simulations. */
  readonly learned?: number;
  /** Ends the search early with its result so far. */
  readonly enough?: AbortSignal;
}

export class Kernel {
  private readonly waiting = new Map<number, Waiting>();
  private dead: KernelError | null = null;
  private last = 0;

  constructor(private readonly port: Port) {
    port.addEventListener("message", (event) => this.receive(event.data as FromWorker));
  }

  /**
   * Load the kernel and its table from these addresses; returns the reason if the table is not
   * used.
   */
  start(files: RequestArgs<"start">): Promise<RequestResult<"start">> {
    return this.ask("start", files);
  }

  async survey({ rules, places }: Here): Promise<Survey> {
    return unpackSurvey(await this.ask("survey", { rules, places: plain(places) }));
  }

  /** The position after a move. Throws `IllegalMoveError` with the reason. */
  async play({ rules, places }: Here, move: Move): Promise<Survey> {
    return unpackSurvey(await this.ask("play", { rules, places: plain(places), move }));
  }

  /** Every position of a game, its start first. Throws `IllegalMoveError`. */
  async replay(
    rules: Rules,
    moves: readonly Move[],
    start: readonly Place[] = [],
  ): Promise<readonly Survey[]> {
    return (await this.ask("replay", { rules, places: plain(start), moves })).map(unpackSurvey);
  }

  /** The number of realities, the odds, and `count` realities starting at index `first`. */
  ensemble({ rules, places }: Here, first: number, count: number): Promise<Ensemble> {
    return this.ask("ensemble", { rules, places: plain(places), first, count });
  }

  /** The exact value of every move, on solved boards. */
  solve({ rules, places }: Here, depth: Depth, options: RequestOptions = {}): Promise<Analysis> {
    return this.ask("solve", { rules, places: plain(places), depth }, options);
  }

  /**
   * The candidates of a perfect player. `lots` has a random number per legal move: of too many
   * equal moves those with the smallest lots are compared.
   */
  perfect(
    { rules, places }: Here,
    lots: readonly number[],
    options: RequestOptions = {},
  ): Promise<PerfectMoves> {
    return this.ask("perfect", { rules, places: plain(places), lots }, options);
  }

  /** Precompute `perfect` for the positions after each legal move. */
  async foresee({ rules, places }: Here, options: RequestOptions = {}): Promise<void> {
    await this.ask("foresee", { rules, places: plain(places) }, options);
  }

  /** The best move found by a tree search within the given seconds, on any board. */
  search(
    { rules, places }: Here,
    seconds: number,
    seed: bigint,
    options: SearchOptions = {},
  ): Promise<Estimate> {
    const { simulations = Infinity, features = FEATURES.ALL_FEATURES, learned = null } = options;
    const effort = { seconds, simulations, features, learned, seed: `${seed}` };
    return this.ask("search", { rules, places: plain(places), ...effort }, options);
  }

  /** The move of a classical tic-tac-toe level, with statistics. */
  classical(
    { rules, places }: Here,
    level: EvalLevel,
    options: RequestOptions = {},
  ): Promise<EvalChoice> {
    return this.ask("classical", { rules, places: plain(places), level }, options);
  }

  /** Reject all pending and future requests. */
  fail(error: KernelError): void {
    this.dead ??= error;
    for (const { reject } of this.waiting.values()) reject(this.dead);
    this.waiting.clear();
  }

  private ask<W extends RequestKind>(
    what: W,
    ask: RequestArgs<W>,
    options: SearchOptions = {},
  ): Promise<RequestResult<W>> {
    const { signal, progress, enough } = options;
    const over = new AbortController();
    const until = { once: true, signal: over.signal };
    const answer = new Promise<RequestResult<W>>((resolve, reject) => {
      if (this.dead) throw this.dead;
      signal?.throwIfAborted();
      const id = ++this.last;
      this.waiting.set(id, { resolve: resolve as Waiting["resolve"], reject, progress });
      this.port.postMessage({ id, ask: { what, ...ask } });
      signal?.addEventListener("abort", () => this.cancel(id, signal.reason), until);
      const end = (): void => this.port.postMessage({ enough: id });
      if (enough?.aborted) end();
      else enough?.addEventListener("abort", end, until);
    });
    return answer.finally(() => over.abort()); // remove the abort listeners
  }

  private cancel(id: number, reason: unknown): void {
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    this.waiting.delete(id);
    this.port.postMessage({ cancel: id });
    waiting.reject(reason);
  }

  private receive(message: FromWorker): void {
    const waiting = this.waiting.get(message.id);
    if (!waiting) return; // cancelled
    if ("progress" in message) {
      waiting.progress?.(message.progress);
      return;
    }
    this.waiting.delete(message.id);
    if ("error" in message) waiting.reject(deserializeError(message.error));
    else waiting.resolve(message.answer);
  }
}

/** Copy without the proxies of a reactive store, which cannot be cloned. */
function plain(places: readonly Place[]): readonly Place[] {
  return places.map(([a, b]) => [a, b]);
}
