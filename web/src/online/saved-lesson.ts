/** The prepared lesson on this device, and how far a class room is in it. */

import { type LessonPlan, parsePlan } from "./lesson-plan";

export interface SavedLesson {
  readonly source: string;
  /** The room that it was begun in; empty if in none yet. */
  readonly room: string;
  /** The index of the current step. */
  readonly at: number;
}

/** Validate saved data. Throws `PlanError` or `RangeError`. */
export function parseSavedLesson(data: unknown): SavedLesson & { readonly plan: LessonPlan } {
  const { source, room, at } = (data ?? {}) as Partial<Record<keyof SavedLesson, unknown>>;
  if (typeof source !== "string" || typeof room !== "string" || typeof at !== "number")
    throw new RangeError("this is not a saved lesson");
  return { source, room, at, plan: parsePlan(source) };
}
