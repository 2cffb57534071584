/** The teacher's prepared lesson, saved on this device. */

import { type SavedLesson, parsePlan, parseSavedLesson } from "../../../school/lesson-plan";
import type { Shape } from "../../../settings/shape";
import { device } from "../../../settings/storage.svelte";

const LESSON: Shape<SavedLesson | null> = {
  name: "lesson",
  none: null,
  parse(data) {
    parseSavedLesson(data);
    return data as SavedLesson;
  },
};

export const savedLesson = device.store(LESSON);

/** The title of the saved lesson; empty without one. */
export function savedTitle(): string {
  const { value } = savedLesson;
  return value ? parsePlan(value.source).title : "";
}

/** Save a lesson in place of the one that was prepared before; returns whether it is saved. */
export function prepareLesson(source: string): boolean {
  return savedLesson.set((saved) => ({ ...saved, source, room: "", at: 0 }));
}
