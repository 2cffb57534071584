/** Completed steps of the lessons, saved on this device. */

import { Shelf } from "../settings/storage";
import { type Lesson, stepsOf } from "./lesson";

/** Completed steps by lesson name; unknown names are ignored. */
type Done = Readonly<Record<string, readonly string[]>>;

interface Kept {
  readonly version: 1;
  readonly done: Done;
}

/** Validate saved data. Throws `TypeError` if it is invalid. */
export function parseKept(data: unknown): Kept {
  const { version, done } = data as Record<keyof Kept, unknown>;
  if (version !== 1) throw new TypeError(`lessons of version ${String(version)} cannot be read`);
  const entries = Object.entries(done as object) as [string, unknown][];
  const isList = (steps: unknown): boolean =>
    Array.isArray(steps) && steps.every((step) => typeof step === "string");
  if (!entries.every(([, steps]) => isList(steps)))
    throw new TypeError("steps are a list of names");
  return { version, done: Object.fromEntries(entries) as Done };
}

export class Progress {
  private done: Done = $state.raw({});
  private readonly shelf: Shelf<Kept>;

  constructor(broken: (error: Error) => void, storage?: Storage | null) {
    this.shelf = new Shelf("lessons", storage);
    this.done = this.shelf.read(parseKept, broken)?.done ?? {};
  }

  finish({ id }: Lesson, step: string): void {
    const before = this.done[id] ?? [];
    if (before.includes(step)) return;
    this.done = { ...this.done, [id]: [...before, step] };
    this.shelf.write({ version: 1, done: this.done });
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
}
