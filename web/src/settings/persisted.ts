/** Data saved on this device: size, invalid items, deletion. */

import { BROKEN, PREFIX, browserStorage } from "./storage";

interface PersistedData {
  readonly entries: number;
  /** Size of keys and values in UTF-16. */
  readonly bytes: number;
  /** Invalid items that were set aside, by key. */
  readonly broken: Readonly<Record<string, string>>;
}

export function persistedData(storage: Storage | null = browserStorage()): PersistedData {
  const items = itemsIn(storage);
  const broken = items.filter(([name]) => name.includes(BROKEN));
  return {
    entries: items.length,
    bytes: items.reduce((sum, [name, text]) => sum + 2 * (name.length + text.length), 0),
    broken: Object.fromEntries(broken.map(([name, text]) => [name.slice(PREFIX.length), text])),
  };
}

/** Delete everything, including items set aside. */
export function clearPersisted(storage: Storage | null = browserStorage()): void {
  for (const name of namesIn(storage)) storage?.removeItem(name);
}

/** The app's items: key and text. */
export function itemsIn(storage: Storage | null): readonly (readonly [string, string])[] {
  return namesIn(storage).map((name) => [name, storage?.getItem(name) ?? ""] as const);
}

function namesIn(storage: Storage | null): readonly string[] {
  const names = Array.from({ length: storage?.length ?? 0 }, (_, i) => storage?.key(i) ?? "");
  return names.filter((name) => name.startsWith(PREFIX));
}
