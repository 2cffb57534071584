/** Texts of homework: tasks, answers, errors, dates. */

import { HINTED, SHOWN, type AnswerVerdict } from "../../../school/homework/judging";
import type { HomeworkTask } from "../../../school/homework/tasks";
import { type Features, localeOf } from "../../../i18n/languages";
import type { Rules } from "../../../kernel/rules";
import type { Survey } from "../../../kernel/types";
import { namesOf, resolveText, textOf } from "../../../lessons/tasks";
import { ServiceError } from "../../../online/service";
import { isWinInOne } from "../../../study/puzzles";
import { lossText, taskText } from "../../puzzles/puzzle-words";

/** A short name of a task, without its position. */
export function taskTitle(words: Features, task: HomeworkTask | null): string {
  if (!task) return words.homework.unknownTask;
  if (task.kind === "step") return words.lessons.course[task.lesson.id as CourseId].title;
  const { puzzle } = task;
  const { goals, grades } = words.puzzles;
  const goal = goals[isWinInOne(puzzle) ? "win-in-one" : puzzle.goal];
  return `${words.homework.puzzle}: ${goal} · ${grades({ grade: puzzle.grade })}`;
}

/** Where a task comes from: its lesson, or the difficulty of a puzzle. */
export function taskSource(words: Features, task: HomeworkTask | null): string {
  return task?.kind === "puzzle"
    ? words.puzzles.grades({ grade: task.puzzle.grade })
    : taskTitle(words, task);
}

type CourseId = keyof Features["lessons"]["course"];

/** The question of a task in its position. */
export function questionText(words: Features, task: HomeworkTask, position: Survey): string {
  if (task.kind === "puzzle")
    return taskText(words.puzzles, { puzzle: task.puzzle, start: position });
  const texts = textOf(words.lessons.course, task.lesson.id, task.task.step);
  return resolveText(texts?.text ?? "", namesOf(position, task.task));
}

export function answerWords(words: Features, answer: string): string {
  if (answer === SHOWN) return words.homework.shown;
  if (answer === HINTED) return words.homework.hinted;
  const { options } = words.lessons;
  const text = (part: string): string => options[part as keyof typeof options] ?? part;
  const [first = "", ...rest] = answer.split(" ");
  return [first in options ? text(first) : first, ...rest.map(text)].join(" ");
}

/** What a wrong answer shows. */
export function missWords(
  words: Features,
  task: HomeworkTask,
  position: Survey,
  { miss, judged }: AnswerVerdict,
): string {
  if (miss === "help") return words.homework.helped;
  if (task.kind === "puzzle")
    return judged
      ? lossText(words.puzzles, words.analysis, { puzzle: task.puzzle, start: position }, judged)
      : "";
  const isChoice = task.task.question && !miss?.startsWith("too-");
  const hint = textOf(words.lessons.course, task.lesson.id, task.task.step)?.hint;
  if (isChoice && hint) return resolveText(hint, namesOf(position, task.task));
  return miss ? words.lessons.misses[miss] : "";
}

export function homeworkProblem(words: Features, code: string): string {
  const { problems } = words.homework;
  if (code in problems) return problems[code as keyof typeof problems];
  const { rejections } = words.online;
  const known = code in rejections ? rejections[code as keyof typeof rejections] : null;
  return typeof known === "string" ? known : words.online.rejections.away;
}

/** The message of an error of the server; rethrows other errors. */
export function loadProblem(words: Features, error: unknown): string {
  if (error instanceof ServiceError) return homeworkProblem(words, error.code);
  throw error;
}

export function rulesOfTask(task: HomeworkTask): Rules {
  return task.kind === "puzzle" ? task.puzzle.rules : task.rules;
}

export const DAY_MS = 24 * 60 * 60 * 1000;

/** The end of the day a week from now, in the zone of this device. */
export function endOfNextWeek(now: number): number {
  const day = new Date(now);
  day.setDate(day.getDate() + 7);
  return day.setHours(23, 59, 0, 0);
}

/** A date with its time. */
export function dateText(language: string, time: number): string {
  const format = { dateStyle: "medium", timeStyle: "short" } as const;
  return new Intl.DateTimeFormat(localeOf(language), format).format(time);
}
