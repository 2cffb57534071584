/** State of a review: progress, result, and the displayed ply. */

import type { Evaluation } from "../analysis/evaluation.svelte";
import type { Kernel } from "../kernel/client";
import type { Rules } from "../kernel/rules";
import type { Place, Survey } from "../kernel/types";
import { type PlayedLine, type Ply, lastSquares, pairsOf, positionOf } from "../match/line";
import { type Setup, rulesOf } from "../match/setup";
import { type Review, type ReviewStep, review } from "./review";

export class ReviewSession {
  /** Number of judged positions. */
  judged = $state(0);
  review: Review | null = $state.raw(null);
  /** Number of plies before the displayed position. */
  at = $state(0);
  readonly rules: Rules;

  constructor(
    private readonly kernel: Kernel,
    private readonly evaluation: Evaluation,
    readonly setup: Setup,
    readonly start: Survey,
    readonly plies: readonly Ply[],
  ) {
    this.at = plies.length;
    this.rules = rulesOf(setup);
  }

  private readonly line: PlayedLine = $derived.by(() => ({
    ...{ start: this.start, plies: this.plies, at: this.at },
  }));
  readonly survey: Survey = $derived.by(() => positionOf(this.line));
  readonly pairs: ReadonlyMap<number, Place> = $derived.by(() => pairsOf(this.line));
  readonly last: readonly number[] = $derived.by(() => lastSquares(this.line));
  /** The ply before the displayed position; null at the start. */
  readonly step: ReviewStep | null = $derived.by(() => this.review?.steps[this.at - 1] ?? null);

  /** Judge every position. Throws `KernelError`, and `AbortError` if cancelled. */
  async run(signal: AbortSignal): Promise<void> {
    const { kernel, rules } = this;
    const found = await review(
      this.start,
      this.plies,
      (survey) => this.evaluation.ask(rules, survey, signal),
      (survey, move) => kernel.play({ rules, places: survey.places }, move),
      (judged) => (this.judged = judged),
    );
    signal.throwIfAborted();
    this.review = found;
    this.at = found.turning?.number ?? this.plies.length;
  }

  /** Display the position after `at` plies, within the game. */
  goTo(at: number): void {
    this.at = Math.max(0, Math.min(this.plies.length, at));
  }
}
