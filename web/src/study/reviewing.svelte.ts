/** A review on the screen: how far it is, what it found, and which ply is looked at. */

import type { Evaluation } from "../analysis/evaluation.svelte";
import type { Kernel } from "../kernel/client";
import type { Rules } from "../kernel/rules";
import type { Place, Survey } from "../kernel/types";
import { type Line, type Ply, lastSquares, pairsOf, positionOf } from "../match/line";
import { type Setup, rulesOf } from "../match/setup";
import { type Review, type Step, review } from "./review";

export class Reviewing {
  /** How many positions have been judged. */
  judged = $state(0);
  review: Review | null = $state.raw(null);
  /** After how many plies the position stands that is looked at. */
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

  private readonly line: Line = $derived.by(() => ({
    ...{ start: this.start, plies: this.plies, at: this.at },
  }));
  readonly survey: Survey = $derived.by(() => positionOf(this.line));
  readonly pairs: ReadonlyMap<number, Place> = $derived.by(() => pairsOf(this.line));
  readonly last: readonly number[] = $derived.by(() => lastSquares(this.line));
  /** The ply that led to the position that is looked at; null at the start. */
  readonly step: Step | null = $derived.by(() => this.review?.steps[this.at - 1] ?? null);

  /** Judges every position. Throws `KernelError`, and `AbortError` if nobody waits any more. */
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

  /** Looks at the position after so many plies, as far as there are that many. */
  goTo(at: number): void {
    this.at = Math.max(0, Math.min(this.plies.length, at));
  }
}
