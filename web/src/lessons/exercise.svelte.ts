/** The state of one task of a lesson, independent of screens. */

import type { Kernel } from "../kernel/client";
import { IllegalMoveError, type IllegalMoveReason } from "../kernel/errors";
import type { Rules } from "../kernel/rules";
import type { Collapse, Loop, Move, Survey } from "../kernel/types";
import { type PlayedLine, played, positionOf, replayed } from "../play/line";
import { ShownLine } from "../play/shown-line.svelte";
import { type MissReason, missOf, refutationOf, solutionsOf } from "./goals";
import { type AnswerKey, type WrongAnswer, answerOf, wrongOf } from "./questions";
import { moveName } from "../notation/moves";
import type { TaskQuestion } from "./lesson";
import { type TaskNames, type Task, namesOf } from "./tasks";

/** `watching` while moves are played automatically: a demonstration, or the answer to a miss. */
type ExerciseState = "watching" | "open" | "missed" | "solved";

export class Exercise extends ShownLine {
  /** Names to insert into the task's texts. */
  readonly names: TaskNames;
  state: ExerciseState = $state("open");
  /** Why the last attempt was wrong. */
  miss: MissReason | WrongAnswer | null = $state(null);
  illegalReason: IllegalMoveReason | null = $state(null);
  /** The selected options. */
  chosen: readonly string[] = $state.raw([]);
  /** Whether the solution was shown. */
  wasShown = $state(false);
  protected line: PlayedLine = $state.raw() as PlayedLine;
  /** Why the attempt that is being answered was wrong. */
  private answered: MissReason | null = null;

  private constructor(
    private readonly kernel: Kernel,
    readonly rules: Rules,
    readonly task: Task,
    private readonly whole: PlayedLine,
    /** The answer to the task's question; null if there is none. */
    readonly answer: AnswerKey | null,
    private readonly settled: (exercise: Exercise) => void,
  ) {
    super();
    this.names = namesOf(positionOf(whole), task);
    this.restart();
  }

  /** Start a task. Calls `settled` when it is solved or missed; throws `KernelError`. */
  static async begin(
    kernel: Kernel,
    rules: Rules,
    task: Task,
    settled: (exercise: Exercise) => void,
  ): Promise<Exercise> {
    const positions = await kernel.replay(rules, task.moves);
    const plies = replayed(task.moves, positions, []);
    const whole = { start: positions[0] as Survey, plies, at: plies.length };
    const { question } = task;
    const answer = question && (await answerOf(kernel, rules, positionOf(whole), question));
    return new Exercise(kernel, rules, task, whole, answer, settled);
  }

  /** Displayed lines; hidden if the task is to find or compare them. */
  readonly lines: Survey["lines"] = $derived.by(() =>
    this.asks("line", "first") ? [] : this.position.lines,
  );
  /** The displayed pending loop; hidden if its marks or stems are the answer. */
  override readonly loop: Loop | null = $derived.by(() =>
    this.asks("loop", "stems", "settling") ? null : this.position.loop,
  );
  /** Displayed collapses; hidden if the task asks where a mark lands. */
  readonly outcomes: readonly Collapse[] = $derived.by(() =>
    this.asks("loop", "stems", "settling", "landing") ? [] : this.position.collapses,
  );
  /** Moves available by tapping squares. */
  readonly moves: readonly Move[] = $derived.by(() => {
    if (this.state === "solved") return [];
    if (this.answer) return this.answer.form === "squares" ? everySquare(this.answer) : [];
    return this.task.goal && this.state === "open" ? this.position.moves : [];
  });
  /** The last attempt: the selected options, or the move. */
  get given(): string {
    const attempt = this.plies[this.whole.at];
    return this.answer || !attempt ? this.chosen.join(" ") : moveName(this.rules, attempt.move);
  }

  /** Whether there is nothing to do but read. */
  get isReading(): boolean {
    return !this.task.goal && !this.task.question;
  }

  /** Worlds are shown when they are explained, and after they have been counted. */
  get showsWorlds(): boolean {
    const { question, showsWorlds } = this.task;
    const isCounted = question?.ask === "worlds" || question?.ask === "worlds-with";
    return showsWorlds || (isCounted && this.state === "solved");
  }

  /** Try a move: a game move if there is a goal, otherwise a selected square. */
  async play(move: Move): Promise<void> {
    if (!this.task.goal) {
      if (move.kind === "placement") this.choose(this.answer?.options[move.squares[0]] ?? "");
      return;
    }
    if (this.state !== "open") return;
    try {
      await this.try(move);
    } catch (error) {
      if (!(error instanceof IllegalMoveError)) throw error;
      this.illegalReason = error.reason;
    }
  }

  /**
   * Toggle an option; if the number of right options is known, the answer is checked when complete.
   * After a wrong answer a new one begins, except that marks are corrected one by one.
   */
  choose(option: string): void {
    const { answer } = this;
    if (!answer || this.state === "solved") return;
    if (this.state === "missed") {
      const selected = answer.form === "marks" ? this.chosen : [];
      this.retry();
      this.chosen = selected;
    }
    const others = this.chosen.filter((name) => name !== option);
    this.chosen = this.chosen.includes(option) ? others : [...others, option];
    if (answer.form !== "marks" && this.chosen.length === answer.right.length) this.check();
  }

  /** Check the selected options. */
  check(): void {
    if (this.answer && this.state === "open") this.settle(wrongOf(this.answer, this.chosen));
  }

  /** Undo the attempt. */
  retry(): void {
    this.chosen = [];
    this.miss = this.illegalReason = null;
    this.restart();
  }

  /** Show a solution. */
  async show(): Promise<void> {
    this.retry();
    this.wasShown = true;
    const { goal } = this.task;
    if (this.answer) {
      this.chosen = this.answer.right;
      this.check();
    } else if (goal) {
      const [move] = await solutionsOf(this.kernel, this.rules, this.position, goal);
      if (!move) throw new RangeError("the goal of a lesson cannot be reached");
      await this.try(move);
    }
  }

  /** Play the next demonstrated move, or the answer to a miss. */
  advance(): void {
    if (this.state !== "watching") return;
    const { at, plies } = this.line;
    if (at < plies.length) this.line = { ...this.line, at: at + 1 };
    // A miss is explained when its answer was seen.
    if (at === plies.length || (at + 1 === plies.length && !this.answered))
      this.settle(this.answered);
  }

  /** Whether one of these questions is asked and not answered yet. */
  private asks(...questions: readonly TaskQuestion["ask"][]): boolean {
    const ask = this.task.question?.ask;
    return ask !== undefined && questions.includes(ask) && this.state !== "solved";
  }

  private restart(): void {
    const { whole, task } = this;
    this.line = { ...whole, at: whole.at - task.plays };
    this.answered = null;
    this.state = task.plays > 0 ? "watching" : "open";
    if (this.isReading && task.plays === 0) this.settle(null);
  }

  private async try(move: Move): Promise<void> {
    const { kernel, rules, line, position: before } = this;
    const { goal } = this.task;
    const { decider: by } = before;
    if (!by) return;
    const after = await kernel.play(this.here, move);
    const attempt = { rules, before, move, after };
    const miss = goal && (await missOf(kernel, goal, attempt));
    const answer = miss && goal && (await refutationOf(kernel, goal, attempt));
    const end = answer && (await kernel.play({ rules, places: after.places }, answer));
    if (this.line !== line || this.state !== "open") return;
    this.line = played(line, { move, by, toss: null, after });
    if (!answer || !end || !after.decider) return this.settle(miss);
    const reply = { move: answer, by: after.decider, toss: null, after: end };
    this.line = { ...this.line, plies: [...this.line.plies, reply] };
    this.answered = miss;
    this.state = "watching";
  }

  private settle(miss: MissReason | WrongAnswer | null): void {
    this.illegalReason = null;
    this.miss = miss;
    this.state = miss ? "missed" : "solved";
    this.settled(this);
    if (miss) return;
    if (this.task.question?.ask === "last") void this.fillLast();
  }

  /** Place the last mark as answered. */
  private async fillLast(): Promise<void> {
    const { kernel, line, position } = this;
    const [move] = position.moves;
    if (!move || !position.decider) return;
    const after = await kernel.play(this.here, move);
    if (this.line !== line) return;
    this.line = played(line, { move, by: position.decider, toss: null, after });
  }
}

/** A tappable classical placement for every square option. */
function everySquare({ options }: AnswerKey): Move[] {
  return options.map((_, square) => ({ kind: "placement", squares: [square, square] }));
}
