/**
 * Tasks of homework: puzzles, and steps of lessons in one of their variants. The server stores their
 * names (P86): `puzzle goff 12/23`, `step loop.close.0`.
 */

import { COURSE } from "../../lessons/course";
import { type Lesson, type Step, isCheck, stepsOf } from "../../lessons/lesson";
import { type Task, allTasks } from "../../lessons/tasks";
import { type Rules, parseRules } from "../../kernel/rules";
import { GOALS, GRADES, type Grade, type Puzzle, hash } from "../../study/puzzles";

export type HomeworkTask =
  | { readonly kind: "puzzle"; readonly puzzle: Puzzle }
  | {
      readonly kind: "step";
      readonly lesson: Lesson;
      readonly rules: Rules;
      readonly task: Task;
    };

/** The task with that name; null if this version of the app has none. */
export function taskNamed(puzzles: readonly Puzzle[], name: string): HomeworkTask | null {
  const [, kind, rest = ""] = /^(\w+) (.*)$/.exec(name) ?? [];
  if (kind === "puzzle") {
    const puzzle = puzzles.find(({ id }) => id === rest);
    return puzzle ? { kind, puzzle } : null;
  }
  if (kind !== "step") return null;
  const [lessonId, stepId, number] = rest.split(".");
  const lesson: Lesson | undefined = COURSE.find(({ id }) => id === lessonId);
  const step = lesson && stepsOf(lesson).find(({ id }) => id === stepId);
  const rules = parseRules(lesson?.rules ?? "goff");
  const task = step && step.kind !== "read" && allTasks(rules, step)[Number(number)];
  return lesson && task ? { kind, lesson, rules, task } : null;
}

function puzzleTask({ id }: Puzzle): string {
  return `puzzle ${id}`;
}

// --- drawing -------------------------------------------------------------------------------------

/** What tasks are about: `puzzles`, `puzzles GOAL` or `lesson ID`. */
export const THEMES = [
  ...COURSE.map(({ id }) => `lesson ${id}`),
  "puzzles",
  ...GOALS.map((goal) => `puzzles ${goal}`),
];

/** Draw distinct tasks, fewer if there are not enough. The same seed draws the same tasks. */
export function drawTasks(
  puzzles: readonly Puzzle[],
  theme: string,
  grade: Grade | null,
  count: number,
  seed: string,
): string[] {
  const [kind, name] = theme.split(" ");
  const order = (names: readonly string[]): string[] =>
    names
      .map((task) => ({ task, at: hash(`${task} ${seed}`) }))
      .sort((a, b) => a.at - b.at)
      .map(({ task }) => task);
  if (kind === "lesson") {
    const lesson: Lesson = COURSE.find(({ id }) => id === name) ?? COURSE[0];
    const steps = tasksByStep(lesson).map(order);
    return dealt(steps, count).sort((a, b) => placeOf(steps, a) - placeOf(steps, b));
  }
  const fitting = puzzles.filter(
    (puzzle) => (!name || puzzle.goal === name) && (!grade || puzzle.grade === grade),
  );
  const drawn = order(fitting.map(puzzleTask)).slice(0, count);
  const gradeOf = (task: string): number =>
    fitting.find((puzzle) => puzzleTask(puzzle) === task)?.grade ?? GRADES[0];
  return drawn.sort((a, b) => gradeOf(a) - gradeOf(b));
}

/** The names of the tasks of each step; an explained step has one, as its text fits no other. */
function tasksByStep(lesson: Lesson): string[][] {
  const rules = parseRules(lesson.rules);
  const name = (step: Step, number: number): string => `step ${lesson.id}.${step.id}.${number}`;
  return stepsOf(lesson).flatMap((step, index) => {
    if (step.kind === "read") return [];
    const count = isCheck(lesson, index) ? allTasks(rules, step).length : 1;
    return [Array.from({ length: count }, (_, number) => name(step, number))];
  });
}

/** Take one task of each step in turn. */
function dealt(steps: readonly (readonly string[])[], count: number): string[] {
  const rounds = Math.max(...steps.map(({ length }) => length));
  const all = Array.from({ length: rounds }, (_, round) =>
    steps.flatMap((names) => names[round] ?? []),
  );
  return all.flat().slice(0, count);
}

function placeOf(steps: readonly (readonly string[])[], task: string): number {
  return steps.findIndex((names) => names.includes(task));
}
