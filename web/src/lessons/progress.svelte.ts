/** Completed steps of the lessons, saved on this device. */

import { StoredValue } from "../settings/storage";
import { type Lesson, stepsOf } from "./lesson";

/** Completed steps by lesson name; unknown names are ignored. */
type Done = Readonly<Record<string, readonly string[]>>;

interface SavedProgress {
  readonly version: 1;
  readonly done: Done;
}

/** Validate saved data. Throws `TypeError` if it is invalid. */
export function parseProgress(data: unknown): SavedProgress {
  const { version, done } = data as Record<keyof SavedProgress, unknown>;
  if (version !== 1) throw new TypeError(`lessons of version ${String(version)} cannot be read`);
  const entries = Object.entries(done as object) as [string, unknown][];
  const isList = (steps: unknown): boolean =>
    Array.isArray(steps) && steps.every((step) => typeof step === "string");
  if (!entries.every(([, steps]) => isList(steps)))
    throw new TypeError("steps are a list of names");
  return { version, done: Object.fromEntries(entries) as Done };
}

export class LessonProgress {
  private done: Done = $state.raw({});
  private readonly stored: StoredValue<SavedProgress>;

  constructor(broken: (error: Error) => void, storage?: Storage | null) {
    this.stored = new StoredValue("lessons", storage);
    this.done = this.stored.read(parseProgress, broken)?.done ?? {};
  }

  finish({ id }: Lesson, step: string): void {
    const before = this.done[id] ?? [];
    if (before.includes(step)) return;
    this.keep({ ...this.done, [id]: [...before, step] });
  }

  /** Completed steps by lesson. */
  get all(): Done {
    return this.done;
  }

  /** Add steps that were completed on other devices. */
  merge(done: Done): void {
    const lessons = [...new Set([...Object.keys(this.done), ...Object.keys(done)])];
    const both = (id: string) => [...new Set([...(this.done[id] ?? []), ...(done[id] ?? [])])];
    this.keep(Object.fromEntries(lessons.map((id) => [id, both(id)])));
  }

  forget(): void {
    this.keep({});
  }

  has({ id }: Lesson, step: string): boolean {
    return this.done[id]?.includes(step) ?? false;
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

  private keep(done: Done): void {
    this.done = done;
    this.stored.write({ version: 1, done });
  }
}
