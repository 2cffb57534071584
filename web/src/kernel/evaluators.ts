/**
 * Learned evaluators of the app. A file is fetched when the first search that it fits asks for it,
 * and the search goes on without it meanwhile.
 */

import { KernelError } from "./errors";
import { forget, forgetOtherEvaluators } from "./kept-files";
import { type Rules, encodeRules, fits } from "./rules";
import { LEARNED, rulesIn, verifyFile } from "./sealed-files";

/** The address of an evaluator, and rules that it fits. */
export interface EvaluatorFile {
  readonly url: string;
  readonly rules: Rules;
}

/** Searches wait for a file at most until then. */
const MAX_LOAD_MS = 20_000;

/** An evaluator that can arrive during a search. */
export class PendingEvaluator {
  /** The verified file; null until it is loaded. */
  weights: Uint8Array | null = null;
  hasFailed = false;
  private readonly deadline = performance.now() + MAX_LOAD_MS;

  /** Whether it is worth waiting for. */
  get isExpected(): boolean {
    return !this.weights && !this.hasFailed && performance.now() < this.deadline;
  }
}

export class EvaluatorLoader {
  private readonly pending = new Map<string, PendingEvaluator>();

  constructor(
    private readonly files: readonly EvaluatorFile[],
    private readonly fetchBytes: (url: string) => Promise<Uint8Array>,
    private readonly pause: () => Promise<void>,
  ) {}

  /**
   * The evaluator for these rules; null if there is none. Loading starts with the first call, and
   * again with the next one after a failure.
   */
  find(rules: Rules): PendingEvaluator | null {
    const file = this.files.find((each) => fits(encodeRules(each.rules), rules));
    if (!file) return null;
    const known = this.pending.get(file.url);
    if (known) return known;
    const evaluator = new PendingEvaluator();
    this.pending.set(file.url, evaluator);
    this.load(file).then(
      (weights) => (evaluator.weights = weights),
      async (error: unknown) => {
        await forget(file.url);
        evaluator.hasFailed = true;
        this.pending.delete(file.url);
        if (!(error instanceof KernelError)) throw error; // otherwise the estimate says so
      },
    );
    return evaluator;
  }

  private async load({ url, rules }: EvaluatorFile): Promise<Uint8Array> {
    const file = await this.fetchBytes(url);
    await verifyFile(LEARNED, file, this.pause);
    await forgetOtherEvaluators(this.files.map((each) => each.url));
    if (fits(rulesIn(LEARNED, file), rules)) return file;
    throw new KernelError("broken", `${url} is for other rules`);
  }
}
