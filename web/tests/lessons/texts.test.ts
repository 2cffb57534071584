import { describe, expect, test } from "vitest";

import type { StepText } from "../../src/i18n/lesson-texts";
import { type FeatureMessages, LANGUAGES, loadFeatures } from "../../src/i18n/languages";
import { COURSE } from "../../src/lessons/course";
import { type Lesson, stepsOf } from "../../src/lessons/lesson";
import { type TaskNames, resolveText, textOf } from "../../src/lessons/tasks";
import {} from "../messages";

const LESSONS: readonly Lesson[] = COURSE;
const NAMES: TaskNames = {
  next: "①",
  closing: "②",
  mark: "③",
  other: "④",
  square: "⑤",
  player: "X",
};

async function messages(language: (typeof LANGUAGES)[number]): Promise<FeatureMessages<"lessons">> {
  return (await loadFeatures(language)).lessons;
}

/** Every text of a step with its names filled in. */
function sentences(texts: StepText | null): string[] {
  return Object.values(texts ?? {}).map((text) => resolveText(text, NAMES));
}

describe.each(LANGUAGES)("in %s", (language) => {
  test("every text is present and complete", async () => {
    const { course } = await messages(language);
    for (const lesson of LESSONS) {
      for (const { id } of stepsOf(lesson)) {
        const texts = sentences(textOf(course, lesson.id, id));
        expect(texts.length, `${lesson.id} ${id}`).toBeGreaterThan(0);
        expect(texts.filter((text) => !text || /undefined|object/.test(text))).toEqual([]);
      }
    }
  });

  test("lessons and steps are those of the course", async () => {
    const { course } = await messages(language);
    expect(Object.keys(course)).toEqual(LESSONS.map(({ id }) => id));
    for (const lesson of LESSONS) {
      const { title, about, note, steps } = course[lesson.id as keyof typeof course];
      expect([title, about, note]).not.toContain("");
      const wanted = stepsOf(lesson).map(({ id, kind }) => [id, kind !== "read"]);
      const found = Object.entries(steps).map(([id, { hint, done }]) => [id, !!hint && !!done]);
      expect(found, lesson.id).toEqual(wanted);
    }
  });

  test("checks name no squares or marks that depend on the orientation", async () => {
    const { course } = await messages(language);
    for (const lesson of LESSONS) {
      for (const { id } of lesson.checks) {
        const texts = sentences(textOf(course, lesson.id, id)).join(" ");
        expect(
          texts.match(/[XO]\d|(square|τετράγωνο|in|στο) \d/g),
          `${lesson.id} ${id}`,
        ).toBeNull();
      }
    }
  });
});
