/**
 * Evaluation of the displayed position: proven for solved boards, otherwise an estimate that
 * improves with time. Requests for the previous position are cancelled.
 */

import type { Kernel } from "../kernel/client";
import { KernelError } from "../kernel/errors";
import { type Rules, encodeRules, isSolved } from "../kernel/rules";
import type { Estimate, Survey } from "../kernel/types";
import { type Judgement, estimatedJudgement, provenJudgement, finalJudgement } from "./judgement";

/** Search time in seconds on boards that are not solved. */
const SEARCH_S = 3;
/** Fixed, so that the same position gives the same search, as far as time allows. */
const SEED = 0n;
/** Maximum number of cached judgements. */
const MAX_CACHED = 500;

export class Evaluation {
  /** What is known about the displayed position so far, or null. */
  judgement: Judgement | null = $state.raw(null);
  /** Whether more results will follow. */
  isWorking = $state(false);
  failure: KernelError | null = $state.raw(null);
  /** The displayed position. */
  private survey: Survey | null = $state.raw(null);
  private readonly cache = new Map<string, Judgement>();
  private turn = new AbortController();

  constructor(
    private readonly kernel: Kernel,
    private readonly seconds = SEARCH_S,
  ) {}

  /** Evaluate a position and cancel the request for the previous one. */
  look(rules: Rules, survey: Survey): void {
    this.stop();
    this.survey = survey;
    const key = keyOf(rules, survey);
    const known = finalJudgement(survey) ?? this.cache.get(key) ?? null;
    this.judgement = known;
    if (known) return;
    this.isWorking = true;
    const { signal } = (this.turn = new AbortController());
    this.judge(rules, survey, signal).then(
      (judgement) => this.keep(key, judgement, signal),
      (error: unknown) => this.caught(error, signal),
    );
  }

  /** What is known about this position so far; null unless it is the displayed one. */
  judgementOf(survey: Survey): Judgement | null {
    return this.survey === survey ? this.judgement : null;
  }

  /** The final judgement of a position. Throws `KernelError`, `AbortError`. */
  async ask(rules: Rules, survey: Survey, signal: AbortSignal): Promise<Judgement> {
    const key = keyOf(rules, survey);
    const known = finalJudgement(survey) ?? this.cache.get(key);
    const judgement = known ?? (await this.found(rules, survey, signal, () => undefined));
    this.remember(key, judgement);
    return judgement;
  }

  /** Cancel the request; results so far stay visible. */
  stop(): void {
    this.turn.abort();
    this.isWorking = false;
    this.failure = null;
  }

  // --- private -----------------------------------------------------------------------------

  private judge(rules: Rules, survey: Survey, signal: AbortSignal): Promise<Judgement> {
    return this.found(rules, survey, signal, (judgement) => {
      if (!signal.aborted) this.judgement = judgement;
    });
  }

  /** Report results as soon as they are known: first values, then distances. */
  private async found(
    rules: Rules,
    survey: Survey,
    signal: AbortSignal,
    onJudgement: (judgement: Judgement) => void,
  ): Promise<Judgement> {
    const here = { rules, places: survey.places };
    if (isSolved(rules)) {
      onJudgement(provenJudgement(survey, await this.kernel.solve(here, "values", { signal })));
      return provenJudgement(survey, await this.kernel.solve(here, "distances", { signal }));
    }
    const estimate = await this.kernel.search(here, this.seconds, SEED, {
      signal,
      learned: Infinity,
      progress: (partial) => onJudgement(estimatedJudgement(rules, survey, partial as Estimate)),
    });
    return estimatedJudgement(rules, survey, estimate);
  }

  private keep(key: string, judgement: Judgement, signal: AbortSignal): void {
    this.remember(key, judgement);
    if (signal.aborted) return;
    this.judgement = judgement;
    this.isWorking = false;
  }

  /** Cache a judgement, unless an evaluator may estimate better; the oldest is evicted. */
  private remember(key: string, judgement: Judgement): void {
    if (judgement.evaluator === "missing" && judgement.margin > 0) return;
    this.cache.delete(key);
    this.cache.set(key, judgement);
    const [oldest] = this.cache.keys();
    if (this.cache.size > MAX_CACHED && oldest !== undefined) this.cache.delete(oldest);
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
