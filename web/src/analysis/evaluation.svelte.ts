/**
 * What the position on the screen is worth: proven where boards are solved, else estimated, and
 * better the longer one looks. A question about one position is withdrawn when another is shown.
 */

import type { Kernel } from "../kernel/client";
import { KernelError } from "../kernel/errors";
import { type Rules, encodeRules, isSolved } from "../kernel/rules";
import type { Estimate, Survey } from "../kernel/types";
import { type Judgement, estimated, proven, settled } from "./judgement";

/** Seconds of thought where nobody has solved the board. */
const SECONDS = 3;
/** The same position is searched in the same way, as far as time allows. */
const SEED = 0n;
/** Judgements that are kept. */
const MOST_KEPT = 500;

export class Evaluation {
  /** What is known by now of the position that is shown; null until anything is. */
  judgement: Judgement | null = $state.raw(null);
  /** Whether more will be known in a moment. */
  isWorking = $state(false);
  failure: KernelError | null = $state.raw(null);
  private readonly kept = new Map<string, Judgement>();
  private turn = new AbortController();

  constructor(
    private readonly kernel: Kernel,
    private readonly seconds = SECONDS,
  ) {}

  /** Turns to a position; what was asked about the one before is withdrawn. */
  look(rules: Rules, survey: Survey): void {
    this.stop();
    const key = keyOf(rules, survey);
    const known = settled(survey) ?? this.kept.get(key) ?? null;
    this.judgement = known;
    if (known) return;
    this.isWorking = true;
    const { signal } = (this.turn = new AbortController());
    this.judge(rules, survey, signal).then(
      (judgement) => this.keep(key, judgement, signal),
      (error: unknown) => this.caught(error, signal),
    );
  }

  /** What a position is worth, when all is known that will be. Throws `KernelError`, `AbortError`. */
  async ask(rules: Rules, survey: Survey, signal: AbortSignal): Promise<Judgement> {
    const key = keyOf(rules, survey);
    const known = settled(survey) ?? this.kept.get(key);
    const judgement = known ?? (await this.found(rules, survey, signal, () => undefined));
    this.remember(key, judgement);
    return judgement;
  }

  /** Withdraws what was asked; what is known stays to be seen. */
  stop(): void {
    this.turn.abort();
    this.isWorking = false;
    this.failure = null;
  }

  // --- inside ------------------------------------------------------------------------------

  private judge(rules: Rules, survey: Survey, signal: AbortSignal): Promise<Judgement> {
    return this.found(rules, survey, signal, (judgement) => {
      if (!signal.aborted) this.judgement = judgement;
    });
  }

  /** Tells what it knows as soon as it knows it: values first, then how long they take. */
  private async found(
    rules: Rules,
    survey: Survey,
    signal: AbortSignal,
    tell: (judgement: Judgement) => void,
  ): Promise<Judgement> {
    const here = { rules, places: survey.places };
    if (isSolved(rules)) {
      tell(proven(survey, await this.kernel.solve(here, "values", { signal })));
      return proven(survey, await this.kernel.solve(here, "distances", { signal }));
    }
    const estimate = await this.kernel.search(here, this.seconds, SEED, {
      signal,
      progress: (told) => tell(estimated(rules, survey, told as Estimate)),
    });
    return estimated(rules, survey, estimate);
  }

  private keep(key: string, judgement: Judgement, signal: AbortSignal): void {
    this.remember(key, judgement);
    if (signal.aborted) return;
    this.judgement = judgement;
    this.isWorking = false;
  }

  /** The oldest goes when there are too many. */
  private remember(key: string, judgement: Judgement): void {
    this.kept.delete(key);
    this.kept.set(key, judgement);
    const [oldest] = this.kept.keys();
    if (this.kept.size > MOST_KEPT && oldest !== undefined) this.kept.delete(oldest);
  }

  private caught(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    this.isWorking = false;
    if (!(error instanceof KernelError)) throw error;
    this.failure = error;
  }
}

function keyOf(rules: Rules, { places }: Survey): string {
  return `${encodeRules(rules).join()}:${places.join("/")}`;
}
