/** Types of the lesson texts, required for every language and step. */

import type { CourseLesson } from "./course";
import type { Step } from "./lesson";
import type { MissReason } from "./goals";
import type { WrongAnswer } from "./questions";
import type { Names } from "./tasks";

/** A sentence, or a function of names that vary with the position. */
export type Text = string | ((names: Names) => string);

/** `text` describes what to see, do or answer. */
export interface ReadText {
  readonly text: Text;
}

export interface TaskText extends ReadText {
  /** Shown on request, and after a wrong answer. */
  readonly hint: Text;
  /** Shown when done. */
  readonly done: Text;
}

type StepText<S extends Step> = S["kind"] extends "read" ? ReadText : TaskText;
type StepIn<L extends CourseLesson> = (L["steps"] | L["checks"])[number];

interface TextsOf<L extends CourseLesson> {
  readonly title: string;
  /** Short description. */
  readonly about: string;
  /** Background for teachers: the official rule, and the physics. */
  readonly note: string;
  readonly steps: { readonly [S in StepIn<L> as S["id"]]: StepText<S> };
}

export type CourseTexts = { readonly [L in CourseLesson as L["id"]]: TextsOf<L> };

/** The lesson texts of one language. */
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

/** The text of a step; null if there is no such step. */
export function textOf(
  texts: Readonly<Record<string, { readonly steps: object }>>,
  lesson: string,
  step: string,
): ReadText | TaskText | null {
  const steps: Readonly<Record<string, ReadText | TaskText>> = { ...texts[lesson]?.steps };
  return steps[step] ?? null;
}

export function resolveText(text: Text, names: Names): string {
  return typeof text === "string" ? text : text(names);
}
