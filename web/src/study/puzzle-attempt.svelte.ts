/** State of a puzzle being solved. */

import type { Evaluation } from "../analysis/evaluation.svelte";
import type { JudgedMove, Judgement } from "../analysis/judgement";
import type { Kernel } from "../kernel/client";
import type { Rules } from "../kernel/rules";
import type { Move, Place, Survey } from "../kernel/types";
import type { PlayedLine, Ply } from "../play/line";
import { ShownLine } from "../play/shown-line.svelte";
import { type Puzzle, answerText, judgedMove, solutionOf } from "./puzzles";
import { playedOut } from "./review";

/** Nothing tried, the last try wrong, solved, or the solution shown. */
type AttemptStage = "open" | "wrong" | "solved" | "shown";

/** A hint in words, or also a square of the solution. */
type HintLevel = "none" | "words" | "square";

/** Counts attempts; an answer is as `answerText` writes it. */
export interface PuzzleTally {
  solved(puzzle: Puzzle, answer: string): void;
  /** The answer was wrong, or null: a square of the solution was shown. */
  missed(puzzle: Puzzle, answer: string | null): void;
  /** The solution was shown. */
  shown(puzzle: Puzzle): void;
}

/** Best lines are never cancelled. */
const NEVER = new AbortController().signal;

export class PuzzleAttempt extends ShownLine {
  readonly rules: Rules;
  stage: AttemptStage = $state("open");
  /** The last wrong move or the solution, and best play after it. */
  variation: readonly Ply[] = $state.raw([]);
  /** Number of its plies before the displayed position. */
  at = $state(0);
  private isAnswered = $state(false);
  private isStepped = $state(false);
  /** The last wrong move. */
  wrong: JudgedMove | null = $state.raw(null);
  hint: HintLevel = $state("none");

  private constructor(
    private readonly kernel: Kernel,
    private readonly evaluation: Evaluation,
    private readonly tally: PuzzleTally,
    readonly puzzle: Puzzle,
    /** The puzzle's position. */
    private readonly question: Survey,
    /** Of the puzzle's position. */
    readonly judgement: Judgement,
  ) {
    super();
    this.rules = puzzle.rules;
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
    return new PuzzleAttempt(kernel, evaluation, tally, puzzle, start, judgement);
  }

  readonly solution: Move | null = $derived.by(() =>
    this.isOver ? (this.variation[0]?.move ?? null) : null,
  );
  protected readonly line: PlayedLine = $derived.by(() => ({
    start: this.question,
    plies: this.variation,
    at: this.at,
  }));
  /** Moves that can be tried. */
  readonly moves: readonly Move[] = $derived.by(() =>
    this.isOver || this.at > 0 ? [] : this.start.moves,
  );
  readonly isOver: boolean = $derived.by(() => this.stage === "solved" || this.stage === "shown");
  /** Whether the board still shows how a wrong move is answered: by a mark, or a collapse. */
  readonly isRefuting: boolean = $derived.by(() => Boolean(this.wrong && !this.isAnswered));
  /** Whether the board moves on: to the answer to a wrong move, or to the end of the solution. */
  readonly isPlaying: boolean = $derived.by(
    () => this.isRefuting || (this.isOver && !this.isStepped && this.at < this.variation.length),
  );
  /** Known only for quantum marks. */
  override readonly pairs: ReadonlyMap<number, Place> = new Map();

  /** The square that the second hint names. */
  readonly hintedSquare: number | null = $derived.by(() => {
    const move = this.hint === "square" && !this.isOver ? solutionOf(this.judgement) : null;
    if (!move) return null;
    return move.kind === "collapse" ? move.square : move.squares[0];
  });

  /** Try a legal move. Throws `KernelError`. */
  async play(move: Move): Promise<void> {
    const judged = judgedMove(this.judgement, move);
    if (this.isOver || !judged) return;
    const answer = answerText(this.puzzle.rules, move);
    if (judged.loss === 0) {
      this.tally.solved(this.puzzle, answer);
      await this.reveal(move, "solved");
      return;
    }
    this.tally.missed(this.puzzle, answer);
    this.reset("wrong", judged);
    const line = await this.bestLine(move);
    if (this.wrong !== judged) return;
    this.variation = line;
    this.at = 1;
  }

  /** Show the next ply, of a wrong move until it is answered. */
  advance(): void {
    if (this.isOver) {
      this.at += 1;
      return;
    }
    const answer = this.variation.findIndex(({ after }, i) => i > 0 && !after.loop);
    if (this.at < (answer < 0 ? this.variation.length : answer + 1)) this.at += 1;
    else this.isAnswered = true;
  }

  /** Show a step of the solution, and no others by themselves. */
  look(at: number): void {
    this.isStepped = true;
    this.at = at;
  }

  /** Return to the puzzle after a wrong move. */
  retry(): void {
    this.reset("open");
  }

  /** Show the next hint; the second one counts as a wrong try. */
  showHint(): void {
    if (this.hint === "words") this.tally.missed(this.puzzle, null);
    this.hint = this.hint === "none" ? "words" : "square";
  }

  /** Show the solution; counts as a wrong try. Throws `KernelError`. */
  async show(): Promise<void> {
    const solution = solutionOf(this.judgement);
    if (this.isOver || !solution) return;
    this.tally.shown(this.puzzle);
    await this.reveal(solution, "shown");
  }

  private async reveal(move: Move, stage: AttemptStage): Promise<void> {
    this.reset(stage);
    this.variation = await this.bestLine(move);
    this.at = 1;
  }

  private reset(stage: AttemptStage, wrong: JudgedMove | null = null): void {
    this.stage = stage;
    this.wrong = wrong;
    this.variation = [];
    this.at = 0;
    this.isAnswered = this.isStepped = false;
  }

  /** A move and best play after it. */
  private async bestLine(move: Move): Promise<readonly Ply[]> {
    const { rules } = this.puzzle;
    const [ply] = await playedOut(this.kernel, rules, this.start, [move]);
    if (!ply) return [];
    const { line } = await this.evaluation.ask(rules, ply.after, NEVER);
    return [ply, ...(await playedOut(this.kernel, rules, ply.after, line))];
  }
}
