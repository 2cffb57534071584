/** The way through one lesson: which step is worked on, and what has been done. */

import type { Kernel } from "../kernel/client";
import { type Rules, parseRules } from "../kernel/rules";
import type { Chance } from "../match/chance";
import { Exercise } from "./exercise.svelte";
import { type Lesson, type Step, isCheck, stepsOf } from "./lesson";
import type { Progress } from "./progress.svelte";
import { drawn, explained } from "./tasks";

export class Walk {
  readonly steps: readonly Step[];
  /** The number of the step, from 0; behind the last one the lesson is over. */
  index = $state(0);
  /** What is worked on; the one before until the next is there. */
  exercise: Exercise | null = $state.raw(null);
  private readonly rules: Rules;

  private constructor(
    private readonly kernel: Kernel,
    readonly lesson: Lesson,
    private readonly progress: Progress,
    private readonly chance: Chance,
  ) {
    this.rules = parseRules(lesson.rules);
    this.steps = stepsOf(lesson);
  }

  /** A walk that stands at the first step that is not done. Throws `KernelError`. */
  static async begin(
    kernel: Kernel,
    lesson: Lesson,
    progress: Progress,
    chance: Chance,
  ): Promise<Walk> {
    const walk = new Walk(kernel, lesson, progress, chance);
    await walk.go(progress.next(lesson));
    return walk;
  }

  get isOver(): boolean {
    return this.index >= this.steps.length;
  }

  get isCheck(): boolean {
    return isCheck(this.lesson, this.index);
  }

  /** Goes to a step, or behind the last one; a check that has been left is drawn anew. */
  async go(index: number): Promise<void> {
    this.index = index;
    const step = this.steps[index];
    if (!step) return;
    const task = this.isCheck ? drawn(this.rules, step, this.chance) : explained(this.rules, step);
    const begun = await Exercise.begin(this.kernel, this.rules, task, (exercise) =>
      this.finish(index, exercise),
    );
    if (this.index === index) this.exercise = begun;
  }

  /** Goes on; what is only to be read has been read then. */
  next(): Promise<void> {
    if (this.exercise?.isReading) this.finish(this.index, this.exercise);
    return this.go(this.index + 1);
  }

  /** A check counts if it was done without help. */
  private finish(index: number, { wasShown }: Exercise): void {
    const step = this.steps[index];
    if (step && !(wasShown && isCheck(this.lesson, index))) {
      this.progress.finish(this.lesson, step.id);
    }
  }
}
