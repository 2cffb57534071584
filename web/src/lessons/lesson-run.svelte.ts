/** Progress through one lesson: the current step and completed steps. */

import type { Kernel } from "../kernel/client";
import { type Rules, parseRules } from "../kernel/rules";
import type { Chance } from "../play/chance";
import { Exercise } from "./exercise.svelte";
import { type Lesson, type Step, isCheck, stepsOf } from "./lesson";
import type { LessonProgress } from "./progress.svelte";
import { randomTask, firstTask } from "./tasks";

export class LessonRun {
  readonly steps: readonly Step[];
  /** Index of the step; equal to the number of steps when the lesson is over. */
  index = $state(0);
  /** The current exercise; the previous one until the next is loaded. */
  exercise: Exercise | null = $state.raw(null);
  private readonly rules: Rules;

  private constructor(
    private readonly kernel: Kernel,
    readonly lesson: Lesson,
    private readonly progress: LessonProgress,
    private readonly chance: Chance,
  ) {
    this.rules = parseRules(lesson.rules);
    this.steps = stepsOf(lesson);
  }

  /** Start at the first step that is not completed. Throws `KernelError`. */
  static async begin(
    kernel: Kernel,
    lesson: Lesson,
    progress: LessonProgress,
    chance: Chance,
  ): Promise<LessonRun> {
    const run = new LessonRun(kernel, lesson, progress, chance);
    await run.go(progress.next(lesson));
    return run;
  }

  get isOver(): boolean {
    return this.index >= this.steps.length;
  }

  get isCheck(): boolean {
    return isCheck(this.lesson, this.index);
  }

  /** Go to a step, or to the end; a check is drawn again each time. */
  async go(index: number): Promise<void> {
    this.index = index;
    const step = this.steps[index];
    if (!step) return;
    const task = this.isCheck
      ? randomTask(this.rules, step, this.chance)
      : firstTask(this.rules, step);
    const begun = await Exercise.begin(this.kernel, this.rules, task, (exercise) => {
      if (exercise.state === "solved") this.finish(index, exercise);
    });
    if (this.index === index) this.exercise = begun;
  }

  /** Continue; completes a step that only needs to be read. */
  next(): Promise<void> {
    if (this.exercise?.isReading) this.finish(this.index, this.exercise);
    return this.go(this.index + 1);
  }

  /** A check counts if it was solved without help. */
  private finish(index: number, { wasShown }: Exercise): void {
    const step = this.steps[index];
    if (step && !(wasShown && isCheck(this.lesson, index))) {
      this.progress.finish(this.lesson, step.id);
    }
  }
}
