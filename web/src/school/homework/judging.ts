/** Whether an answer to a task is right, and otherwise what it shows: computed by the kernel. */

import { Evaluation } from "../../analysis/evaluation.svelte";
import type { JudgedMove } from "../../analysis/judgement";
import type { Kernel } from "../../kernel/client";
import { IllegalMoveError } from "../../kernel/errors";
import type { Survey } from "../../kernel/types";
import { type MissReason, missOf } from "../../lessons/goals";
import { type WrongAnswer, answerOf, wrongOf } from "../../lessons/questions";
import { parseMove } from "../../notation/moves-reader";
import type { HomeworkResults } from "./service";
import { type Puzzle, judgedMove } from "../../study/puzzles";
import type { IsRight } from "./summary";
import { type HomeworkTask, taskNamed } from "./tasks";

/** The solution, or a square of it, was shown. */
export const SHOWN = "?";
export const HINTED = "!";

export interface AnswerVerdict {
  readonly isRight: boolean;
  /** Of a wrong answer: why; null if it cannot be read. */
  readonly miss: MissReason | WrongAnswer | "help" | null;
  /** The judgement of a wrong move of a puzzle. */
  readonly judged: JudgedMove | null;
}

const RIGHT: AnswerVerdict = { isRight: true, miss: null, judged: null };

/** The position of a task. */
export async function positionOfTask(kernel: Kernel, of: HomeworkTask): Promise<Survey> {
  if (of.kind === "puzzle") return kernel.survey(of.puzzle);
  const positions = await kernel.replay(of.rules, of.task.moves);
  return positions.at(-1) as Survey;
}

/** Throws `KernelError`, and `AbortError` if cancelled. */
export async function judgeAnswer(
  kernel: Kernel,
  evaluation: Evaluation,
  task: HomeworkTask,
  answer: string,
  signal: AbortSignal,
): Promise<AnswerVerdict> {
  if (answer === SHOWN || answer === HINTED) return wrong("help");
  const position = await positionOfTask(kernel, task);
  if (task.kind === "puzzle") {
    const judgement = await evaluation.ask(task.puzzle.rules, position, signal);
    const move = parseMove(task.puzzle.rules, answer);
    const judged = move && judgedMove(judgement, move);
    if (!judged) return wrong(null);
    return judged.loss > 0 ? { ...wrong(null), judged } : RIGHT;
  }
  const { rules } = task;
  const { goal, question } = task.task;
  if (question) {
    const key = await answerOf(kernel, rules, position, question);
    return verdictOf(wrongOf(key, answer.split(" ")));
  }
  const move = parseMove(rules, answer);
  if (!goal || !move) return wrong(null);
  try {
    const after = await kernel.play({ rules, places: position.places }, move);
    return verdictOf(await missOf(kernel, goal, { rules, before: position, move, after }));
  } catch (error) {
    if (error instanceof IllegalMoveError) return wrong(null);
    throw error;
  }
}

function verdictOf(miss: AnswerVerdict["miss"]): AnswerVerdict {
  return miss ? wrong(miss) : RIGHT;
}

function wrong(miss: AnswerVerdict["miss"]): AnswerVerdict {
  return { isRight: false, miss, judged: null };
}

// --- results of a class --------------------------------------------------------------------------

/** A task in its position; null if this version of the app has none with its name. */
type PlacedTask = { readonly task: HomeworkTask; readonly position: Survey } | null;

export interface JudgedResults {
  /** In order. */
  readonly tasks: readonly PlacedTask[];
  readonly isRight: IsRight;
  /** The verdict on an answer to the task with that number; null if the task is not known. */
  verdict(task: number, answer: string): AnswerVerdict | null;
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
  const verdicts = new Map<string, AnswerVerdict>();
  for (const { task, answer } of pupils.flatMap(({ tries }) => tries)) {
    const key = `${task} ${answer}`;
    const placed = tasks[task - 1];
    if (placed && !verdicts.has(key))
      verdicts.set(key, await judgeAnswer(kernel, evaluation, placed.task, answer, signal));
  }
  const verdict = (task: number, answer: string): AnswerVerdict | null =>
    verdicts.get(`${task} ${answer}`) ?? null;
  return { tasks, verdict, isRight: (task, answer) => verdict(task, answer)?.isRight ?? false };
}
