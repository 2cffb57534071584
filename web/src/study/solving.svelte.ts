/** A puzzle that somebody is at: what was tried, what it loses, and what was right. */

import type { Evaluation } from "../analysis/evaluation.svelte";
import type { Judged, Judgement } from "../analysis/judgement";
import type { Kernel } from "../kernel/client";
import type { Move, Place, Survey } from "../kernel/types";
import { type Puzzle, judgedMove, solutionOf } from "./puzzles";
import type { Streak } from "./streak.svelte";

/** How far somebody is: nothing tried, the last try wrong, solved, or the solution was shown. */
export type Stage = "open" | "wrong" | "solved" | "shown";

export class Solving {
  stage: Stage = $state("open");
  /** The position that is seen: the puzzle's, or the one after the solution. */
  survey: Survey = $state.raw() as Survey;
  /** The last wrong try. */
  wrong: Judged | null = $state.raw(null);
  /** The solution, once it has been found or shown. */
  solution: Move | null = $state.raw(null);

  private constructor(
    private readonly kernel: Kernel,
    private readonly streak: Streak,
    readonly puzzle: Puzzle,
    /** The puzzle's position, and what it is worth. */
    readonly start: Survey,
    readonly judgement: Judgement,
  ) {
    this.survey = start;
  }

  /** Sets a puzzle up. Throws `KernelError`, and `AbortError` if it is not wanted any more. */
  static async begin(
    kernel: Kernel,
    evaluation: Evaluation,
    streak: Streak,
    puzzle: Puzzle,
    signal: AbortSignal,
  ): Promise<Solving> {
    const start = await kernel.survey(puzzle);
    const judgement = await evaluation.ask(puzzle.rules, start, signal);
    return new Solving(kernel, streak, puzzle, start, judgement);
  }

  /** What can be tried now. */
  readonly moves: readonly Move[] = $derived.by(() => (this.isOver ? [] : this.start.moves));
  readonly isOver: boolean = $derived.by(() => this.stage === "solved" || this.stage === "shown");
  /** On which pair each mark was placed: a puzzle knows that of quantum marks only. */
  readonly pairs: ReadonlyMap<number, Place> = new Map();

  /** Tries a legal move. Throws `KernelError`. */
  async play(move: Move): Promise<void> {
    const judged = judgedMove(this.judgement, move);
    if (this.isOver || !judged) return;
    if (judged.loss > 0) {
      this.streak.missed(this.puzzle);
      this.wrong = judged;
      this.stage = "wrong";
      return;
    }
    this.streak.solved(this.puzzle);
    await this.reveal(move, "solved");
  }

  /** Shows the solution; that counts as a wrong try. Throws `KernelError`. */
  async show(): Promise<void> {
    const solution = solutionOf(this.judgement);
    if (this.isOver || !solution) return;
    this.streak.missed(this.puzzle);
    await this.reveal(solution, "shown");
  }

  private async reveal(move: Move, stage: Stage): Promise<void> {
    this.stage = stage;
    this.wrong = null;
    this.solution = move;
    this.survey = await this.kernel.play(this.puzzle, move);
  }
}
