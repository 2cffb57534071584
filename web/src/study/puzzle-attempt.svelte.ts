/** State of a puzzle being solved. */

import type { Evaluation } from "../analysis/evaluation.svelte";
import type { JudgedMove, Judgement } from "../analysis/judgement";
import type { Kernel } from "../kernel/client";
import type { Move, Place, Survey } from "../kernel/types";
import { type Puzzle, judgedMove, solutionOf } from "./puzzles";

/** Nothing tried, the last try wrong, solved, or the solution shown. */
type AttemptStage = "open" | "wrong" | "solved" | "shown";

/** Counts attempts. */
interface PuzzleTally {
  solved(puzzle: Puzzle): void;
  missed(puzzle: Puzzle): void;
  /** The solution was shown. */
  shown(puzzle: Puzzle): void;
}

export class PuzzleAttempt {
  stage: AttemptStage = $state("open");
  /** The displayed position: the puzzle's, or the one after the solution. */
  survey: Survey = $state.raw() as Survey;
  /** The last wrong move. */
  wrong: JudgedMove | null = $state.raw(null);
  /** The solution, once found or shown. */
  solution: Move | null = $state.raw(null);

  private constructor(
    private readonly kernel: Kernel,
    private readonly tally: PuzzleTally,
    readonly puzzle: Puzzle,
    /** The puzzle's position and its judgement. */
    readonly start: Survey,
    readonly judgement: Judgement,
  ) {
    this.survey = start;
  }

  /** Load a puzzle. Throws `KernelError`, and `AbortError` if cancelled. */
  static async begin(
    kernel: Kernel,
    evaluation: Evaluation,
    tally: PuzzleTally,
    puzzle: Puzzle,
    signal: AbortSignal,
  ): Promise<PuzzleAttempt> {
    const start = await kernel.survey(puzzle);
    const judgement = await evaluation.ask(puzzle.rules, start, signal);
    return new PuzzleAttempt(kernel, tally, puzzle, start, judgement);
  }

  /** Moves that can be tried. */
  readonly moves: readonly Move[] = $derived.by(() => (this.isOver ? [] : this.start.moves));
  readonly isOver: boolean = $derived.by(() => this.stage === "solved" || this.stage === "shown");
  /** The pair on which each mark was placed, known only for quantum marks. */
  readonly pairs: ReadonlyMap<number, Place> = new Map();

  /** Try a legal move. Throws `KernelError`. */
  async play(move: Move): Promise<void> {
    const judged = judgedMove(this.judgement, move);
    if (this.isOver || !judged) return;
    if (judged.loss > 0) {
      this.tally.missed(this.puzzle);
      this.wrong = judged;
      this.stage = "wrong";
      return;
    }
    this.tally.solved(this.puzzle);
    await this.reveal(move, "solved");
  }

  /** Show the solution; counts as a wrong try. Throws `KernelError`. */
  async show(): Promise<void> {
    const solution = solutionOf(this.judgement);
    if (this.isOver || !solution) return;
    this.tally.shown(this.puzzle);
    await this.reveal(solution, "shown");
  }

  private async reveal(move: Move, stage: AttemptStage): Promise<void> {
    this.stage = stage;
    this.wrong = null;
    this.solution = move;
    this.survey = await this.kernel.play(this.puzzle, move);
  }
}
