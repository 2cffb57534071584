/** Completed steps of the lessons, saved on this device. */

import { type Damaged, type Shape, checkVersion, entriesOf } from "../settings/shape";
import { device as here } from "../settings/storage.svelte";
import type { Store } from "../settings/store.svelte";
import { type Lesson, stepsOf } from "./lesson";

/** Completed steps by lesson name; unknown names are ignored. */
type Done = Readonly<Record<string, readonly string[]>>;

interface SavedProgress {
  readonly version: 1;
  readonly done: Done;
}

export const LESSONS: Shape<SavedProgress> = {
  name: "lessons",
  none: { version: 1, done: {} },
  parse: parseProgress,
};

/** Throws if the data is invalid as a whole. */
function parseProgress(data: unknown, damaged: Damaged): SavedProgress {
  const saved = data as Record<keyof SavedProgress, unknown>;
  checkVersion("lessons", saved.version);
  const done = entriesOf(saved.done, damaged, (steps) => {
    if (Array.isArray(steps) && steps.every((step) => typeof step === "string")) return steps;
    throw new TypeError("steps are a list of names");
  });
  return { ...saved, version: 1, done };
}

export class LessonProgress {
  private readonly saved: Store<SavedProgress>;

  constructor(device = here) {
    this.saved = device.store(LESSONS);
  }

  finish({ id }: Lesson, step: string): void {
    this.merge({ [id]: [step] });
  }

  /** Completed steps by lesson. */
  get all(): Done {
    return this.saved.value.done;
  }

  /** Add completed steps. */
  merge(done: Done): void {
    this.saved.add((saved) => {
      const all = { ...saved.done };
      for (const [id, steps] of Object.entries(done))
        all[id] = [...new Set([...(all[id] ?? []), ...steps])];
      return { ...saved, done: all };
    });
  }

  forget(): void {
    this.saved.clear();
  }

  has({ id }: Lesson, step: string): boolean {
    return this.all[id]?.includes(step) ?? false;
  }

  /** Number of completed steps of the lesson. */
  count(lesson: Lesson): number {
    return stepsOf(lesson).filter(({ id }) => this.has(lesson, id)).length;
  }

  isComplete(lesson: Lesson): boolean {
    return this.count(lesson) === stepsOf(lesson).length;
  }

  /** The first step that is not completed; 0 if all are. */
  next(lesson: Lesson): number {
    const steps = stepsOf(lesson);
    return Math.max(
      0,
      steps.findIndex(({ id }) => !this.has(lesson, id)),
    );
  }
}
