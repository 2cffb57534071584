/** Texts of lessons, and their placeholders. */

import type { LessonTexts, StepText } from "../i18n/lesson-texts";
import type { Names } from "./tasks";

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
