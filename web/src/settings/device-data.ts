/**
 * Data saved on this device: size, invalid items, deletion, and a copy as a file that another
 * browser can read.
 */

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
function itemsIn(storage: Storage | null): readonly (readonly [string, string])[] {
  return namesIn(storage).map((name) => [name, storage?.getItem(name) ?? ""] as const);
}

function namesIn(storage: Storage | null): readonly string[] {
  const names = Array.from({ length: storage?.length ?? 0 }, (_, i) => storage?.key(i) ?? "");
  return names.filter((name) => name.startsWith(PREFIX));
}

interface Backup {
  readonly app: "qttt";
  readonly version: 1;
  /** The saved values by name. */
  readonly saved: Readonly<Record<string, unknown>>;
}

/** The file is not a copy of saved data. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

/** Everything but what could not be read. */
export function backupText(storage: Storage | null = browserStorage()): string {
  const items = itemsIn(storage).filter(([name]) => !name.includes(BROKEN));
  const saved = items.map(([name, text]) => [name.slice(PREFIX.length), JSON.parse(text)] as const);
  const backup: Backup = { app: "qttt", version: 1, saved: Object.fromEntries(saved) };
  return JSON.stringify(backup, null, 1);
}

/**
 * Replace everything by the copy. Throws `BackupError` if the text is none, and `DOMException` if
 * the storage is full; then nothing changes.
 */
export function restoreBackup(text: string, storage: Storage | null = browserStorage()): void {
  const { saved } = parseBackup(text);
  const before = itemsIn(storage);
  try {
    clearPersisted(storage);
    for (const [name, value] of Object.entries(saved))
      storage?.setItem(PREFIX + name, JSON.stringify(value));
  } catch (error) {
    clearPersisted(storage);
    for (const [name, value] of before) storage?.setItem(name, value);
    throw error;
  }
}

function parseBackup(text: string): Backup {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new BackupError("the file is not JSON");
  }
  const { app, version, saved } = (data ?? {}) as Partial<Record<keyof Backup, unknown>>;
  if (app !== "qttt" || typeof saved !== "object" || saved === null)
    throw new BackupError("the file is not of this app");
  if (version !== 1) throw new BackupError(`version ${String(version)} cannot be read`);
  return { app, version, saved: saved as Backup["saved"] };
}
