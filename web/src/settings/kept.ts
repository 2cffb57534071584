/** All that stays on this device: how much it is, what was set aside, and how to get rid of it. */

import { BROKEN, PREFIX, browserStorage } from "./storage";

export interface Kept {
  readonly entries: number;
  /** The size of their names and texts, as UTF-16. */
  readonly bytes: number;
  /** What could not be read and was set aside, each name with its text. */
  readonly broken: Readonly<Record<string, string>>;
}

export function kept(storage: Storage | null = browserStorage()): Kept {
  const items = namesIn(storage).map((name) => [name, storage?.getItem(name) ?? ""] as const);
  const broken = items.filter(([name]) => name.includes(BROKEN));
  return {
    entries: items.length,
    bytes: items.reduce((sum, [name, text]) => sum + 2 * (name.length + text.length), 0),
    broken: Object.fromEntries(broken.map(([name, text]) => [name.slice(PREFIX.length), text])),
  };
}

/** Deletes everything, also what was set aside. */
export function forget(storage: Storage | null = browserStorage()): void {
  for (const name of namesIn(storage)) storage?.removeItem(name);
}

function namesIn(storage: Storage | null): readonly string[] {
  const names = Array.from({ length: storage?.length ?? 0 }, (_, i) => storage?.key(i) ?? "");
  return names.filter((name) => name.startsWith(PREFIX));
}
