/** Homework on this device: what pupils have done, handed in or not. */

import type { PupilHomework, Try } from "../online/homework";

/** Of one homework, with the pupil's personal code. A try that is not handed in has the time 0. */
export interface SavedWork extends PupilHomework {
  readonly key: string;
}

/** By `workId`, as several pupils can share a device. */
export type SavedWorks = Readonly<Record<string, SavedWork>>;

export function workId({ homework, key }: Pick<SavedWork, "homework" | "key">): string {
  return `${homework} ${key}`;
}

/** Validate saved data, without what has expired. Throws `TypeError`. */
export function parseSavedWorks(data: unknown, now: number): SavedWorks {
  const works = Object.entries(data as Record<string, Partial<Record<keyof SavedWork, unknown>>>);
  for (const [id, work] of works)
    if (!isWork(work)) throw new TypeError(`the homework ${id} cannot be read`);
  const kept = (works as [string, SavedWork][]).filter(([, { expires }]) => expires > now);
  return Object.fromEntries(kept);
}

function isWork(work: Partial<Record<keyof SavedWork, unknown>>): boolean {
  const { homework, title, name, key, due, expires, tasks, tries } = work;
  const isTry = ({ id, task, answer, at }: Partial<Record<keyof Try, unknown>>): boolean =>
    [id, answer].every((each) => typeof each === "string") &&
    [task, at].every((each) => typeof each === "number");
  return (
    [homework, title, name, key].every((each) => typeof each === "string") &&
    [due, expires].every((each) => typeof each === "number") &&
    Array.isArray(tasks) &&
    tasks.every((each) => typeof each === "string") &&
    Array.isArray(tries) &&
    tries.every(isTry)
  );
}

/** All tries of two lists, stored ones first; a stored one replaces the same that was not. */
export function mergedTries(stored: readonly Try[], others: readonly Try[]): Try[] {
  const known = new Set(stored.map(({ id }) => id));
  return [...stored, ...others.filter(({ id }) => !known.has(id))];
}
