/** Texts of the lessons in `src/qttt/content`. */

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
