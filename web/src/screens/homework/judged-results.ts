/** Results of homework with the verdicts of the kernel, each distinct answer judged once. */

import { Evaluation } from "../../analysis/evaluation.svelte";
import { type Verdict, judgeAnswer, positionOfTask } from "../../homework/judging";
import type { IsRight } from "../../homework/summary";
import { type HomeworkTask, taskNamed } from "../../homework/tasks";
import type { Kernel } from "../../kernel/client";
import type { Survey } from "../../kernel/types";
import type { HomeworkResults } from "../../online/homework";
import type { Puzzle } from "../../study/puzzles";

/** A task in its position; null if this version of the app has none with its name. */
export type PlacedTask = { readonly task: HomeworkTask; readonly position: Survey } | null;

export interface JudgedResults {
  /** In order. */
  readonly tasks: readonly PlacedTask[];
  readonly isRight: IsRight;
  /** The verdict on an answer to the task with that number; null if the task is not known. */
  verdict(task: number, answer: string): Verdict | null;
}

/** Throws `KernelError`, and `AbortError` if cancelled. */
export async function judgeResults(
  kernel: Kernel,
  puzzles: readonly Puzzle[],
  { tasks: names, pupils }: HomeworkResults,
  signal: AbortSignal,
): Promise<JudgedResults> {
  const evaluation = new Evaluation(kernel);
  const tasks = await Promise.all(
    names.map(async (name) => {
      const task = taskNamed(puzzles, name);
      return task && { task, position: await positionOfTask(kernel, task) };
    }),
  );
  const verdicts = new Map<string, Verdict>();
  for (const { task, answer } of pupils.flatMap(({ tries }) => tries)) {
    const key = `${task} ${answer}`;
    const placed = tasks[task - 1];
    if (placed && !verdicts.has(key))
      verdicts.set(key, await judgeAnswer(kernel, evaluation, placed.task, answer, signal));
  }
  const verdict = (task: number, answer: string): Verdict | null =>
    verdicts.get(`${task} ${answer}`) ?? null;
  return { tasks, verdict, isRight: (task, answer) => verdict(task, answer)?.isRight ?? false };
}
