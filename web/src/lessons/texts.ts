/** Types of the lesson texts, and their placeholders. */

import type { CourseLesson } from "./course";
import type { MissReason } from "./goals";
import type { WrongAnswer } from "./questions";
import type { Names } from "./tasks";

/** Texts of a step. */
export interface StepText {
  /** What to see, do or answer. */
  readonly text: string;
  /** Shown on request, and after a wrong answer. */
  readonly hint?: string;
  /** Shown when done. */
  readonly done?: string;
}

export interface LessonTexts {
  readonly title: string;
  /** Short description. */
  readonly about: string;
  /** Background for teachers: the official rule, and the physics. */
  readonly note: string;
  readonly steps: Readonly<Record<string, StepText>>;
}

export type CourseTexts = Readonly<Record<CourseLesson["id"], LessonTexts>>;

/** The messages of the lessons screen in one language. */
export interface LessonMessages {
  readonly intro: string;
  readonly learned: (done: number, all: number) => string;
  readonly progress: (done: number, all: number) => string;
  readonly complete: string;
  readonly step: (number: number, all: number) => string;
  readonly check: (number: number, all: number) => string;
  readonly steps: string;
  readonly isDone: string;
  readonly toList: string;
  readonly back: string;
  readonly next: string;
  readonly again: string;
  readonly watch: string;
  readonly hint: string;
  readonly show: string;
  readonly another: string;
  readonly shown: string;
  readonly checkAnswer: string;
  readonly right: string;
  readonly wrong: string;
  readonly chosen: string;
  readonly answers: string;
  readonly more: string;
  readonly misses: Readonly<Record<MissReason | WrongAnswer, string>>;
  readonly options: Readonly<Record<"yes" | "no" | "nobody", string>>;
  readonly finished: (title: string) => string;
  readonly unfinished: string;
  readonly nextLesson: (title: string) => string;
  readonly allDone: string;
  readonly play: string;
  readonly course: CourseTexts;
}

/** The texts of a step; null if there is no such step. */
export function textOf(
  texts: Readonly<Record<string, LessonTexts>>,
  lesson: string,
  step: string,
): StepText | null {
  return texts[lesson]?.steps[step] ?? null;
}

/** Fill placeholders such as `{player}`. */
export function resolveText(text: string, names: Names): string {
  return text.replace(/\{(\w+)\}/g, (_, name: keyof Names) => names[name]);
}
