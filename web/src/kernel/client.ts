/**
 * The kernel as the app sees it: questions with typed answers.
 *
 * Every method throws `KernelError` if the kernel cannot answer, and an `AbortError` if the signal
 * that it was given withdraws the question.
 */

import { KernelError } from "./errors";
import {
  type Answer,
  type Ask,
  type FromWorker,
  type Port,
  type Progress,
  type What,
  errorOf,
} from "./protocol";
import type { Rules } from "./rules";
import {
  type Analysis,
  type Choices,
  type Depth,
  type Ensemble,
  type Estimate,
  type EvalChoice,
  type EvalLevel,
  FEATURES,
  type Move,
  type Place,
  type Survey,
} from "./types";

/** A position, as much of one as a question needs. */
interface At {
  readonly rules: Rules;
  readonly places: readonly Place[];
}

interface Waiting {
  readonly resolve: (answer: Answer<What>) => void;
  readonly reject: (error: unknown) => void;
  readonly progress: ((told: Progress) => void) | undefined;
}

interface Options {
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((told: Progress) => void) | undefined;
}

interface SearchOptions extends Options {
  /** Where the search ends if time is not over before; no limit if it is left out. */
  readonly simulations?: number;
  readonly features?: number;
  /** Says that what has been found by now is enough. */
  readonly enough?: AbortSignal;
}

export class Kernel {
  private readonly waiting = new Map<number, Waiting>();
  private dead: KernelError | null = null;
  private last = 0;

  constructor(private readonly port: Port) {
    port.addEventListener("message", (event) => this.receive(event.data as FromWorker));
  }

  /** Loads the kernel and its table from these addresses; says why the table is not in use. */
  start(wasm: string, table: string): Promise<Answer<"start">> {
    return this.ask("start", { wasm, table });
  }

  survey({ rules, places }: At): Promise<Survey> {
    return this.ask("survey", { rules, places: plain(places) });
  }

  /** The position after a move. Throws `IllegalMoveError`, which says why it is refused. */
  play({ rules, places }: At, move: Move): Promise<Survey> {
    return this.ask("play", { rules, places: plain(places), move });
  }

  /** Every position of a game, its start first. Throws `IllegalMoveError`. */
  replay(
    rules: Rules,
    moves: readonly Move[],
    start: readonly Place[] = [],
  ): Promise<readonly Survey[]> {
    return this.ask("replay", { rules, places: plain(start), moves });
  }

  /** How many realities there are, the odds, and `count` of them from number `first` on. */
  ensemble({ rules, places }: At, first: number, count: number): Promise<Ensemble> {
    return this.ask("ensemble", { rules, places: plain(places), first, count });
  }

  /** The exact value of every move, where boards are solved. */
  solve({ rules, places }: At, depth: Depth, options: Options = {}): Promise<Analysis> {
    return this.ask("solve", { rules, places: plain(places), depth }, options);
  }

  /**
   * The moves that a perfect player chooses from. There is a lot for each legal move: of too many
   * equal ones those with the smallest lots are compared.
   */
  perfect({ rules, places }: At, lots: readonly number[], options: Options = {}): Promise<Choices> {
    return this.ask("perfect", { rules, places: plain(places), lots }, options);
  }

  /** Prepares `perfect` for what follows each move that is possible here. */
  async foresee({ rules, places }: At, options: Options = {}): Promise<void> {
    await this.ask("foresee", { rules, places: plain(places) }, options);
  }

  /** The best move that a tree search finds in so many seconds, on any board. */
  search(
    { rules, places }: At,
    seconds: number,
    seed: bigint,
    options: SearchOptions = {},
  ): Promise<Estimate> {
    const { simulations = Infinity, features = FEATURES.everything } = options;
    const effort = { seconds, simulations, features, seed: `${seed}` };
    return this.ask("search", { rules, places: plain(places), ...effort }, options);
  }

  /** What a level of ordinary tic-tac-toe plays, and what it cost. */
  classical({ rules, places }: At, level: EvalLevel, options: Options = {}): Promise<EvalChoice> {
    return this.ask("classical", { rules, places: plain(places), level }, options);
  }

  /** Tells everybody who waits, now or later, that there will be no answer. */
  fail(error: KernelError): void {
    this.dead ??= error;
    for (const { reject } of this.waiting.values()) reject(this.dead);
    this.waiting.clear();
  }

  private ask<W extends What>(
    what: W,
    ask: Ask<W>,
    options: SearchOptions = {},
  ): Promise<Answer<W>> {
    const { signal, progress, enough } = options;
    const over = new AbortController();
    const until = { once: true, signal: over.signal };
    const answer = new Promise<Answer<W>>((resolve, reject) => {
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
    return answer.finally(() => over.abort()); // who is no longer asked hears no more of signals
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
    if (!waiting) return; // withdrawn
    if ("progress" in message) {
      waiting.progress?.(message.progress);
      return;
    }
    this.waiting.delete(message.id);
    if ("error" in message) waiting.reject(errorOf(message.error));
    else waiting.resolve(message.answer);
  }
}

/** Without the proxies of a reactive store, which cannot be sent. */
function plain(places: readonly Place[]): readonly Place[] {
  return places.map(([a, b]) => [a, b]);
}
