/**
 * Data saved on this device: size, invalid items, deletion, and a copy as a file that another
 * browser can read.
 */

import { BROKEN, type Device, device as here } from "./storage.svelte";
import { PREFIX } from "./store.svelte";

interface PersistedData {
  readonly entries: number;
  /** Size of keys and values in UTF-16. */
  readonly bytes: number;
  /** Invalid items that were set aside, by key. */
  readonly broken: Readonly<Record<string, string>>;
}

export function persistedData(device = here): PersistedData {
  const items = itemsIn(device);
  const broken = items.filter(([name]) => name.includes(BROKEN));
  return {
    entries: items.length,
    bytes: items.reduce((sum, [name, text]) => sum + 2 * (name.length + text.length), 0),
    broken: Object.fromEntries(broken.map(([name, text]) => [name.slice(PREFIX.length), text])),
  };
}

/** Delete everything, including items set aside, in all tabs. */
export function clearPersisted(device = here): void {
  for (const name of device.keys) device.remove(name);
  device.forget();
}

/** The app's items: key and text. */
function itemsIn(device: Device): readonly (readonly [string, string])[] {
  return device.keys.map((name) => [name, device.text(name) ?? ""] as const);
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

/** Everything but what cannot be read. */
export function backupText(device = here): string {
  const items = itemsIn(device).filter(([name]) => !name.includes(BROKEN));
  const saved = items.flatMap(([name, text]) => {
    try {
      return [[name.slice(PREFIX.length), JSON.parse(text)] as const];
    } catch {
      return []; // set aside when it is used, and exported then
    }
  });
  const backup: Backup = { app: "qttt", version: 1, saved: Object.fromEntries(saved) };
  return JSON.stringify(backup, null, 1);
}

/**
 * Replace everything by the copy, in all tabs. Throws `BackupError` if the text is none, and
 * `DOMException` if the storage is full; then nothing changes.
 */
export function restoreBackup(text: string, device = here): void {
  const { saved } = parseBackup(text);
  const before = itemsIn(device);
  const items = Object.entries(saved).map(
    ([name, value]) => [PREFIX + name, JSON.stringify(value)] as const,
  );
  for (const [name] of before) device.remove(name);
  const isSaved = items.every(([name, value]) => device.write(name, value));
  if (!isSaved) {
    for (const [name] of items) device.remove(name);
    for (const [name, value] of before) device.write(name, value);
    throw new DOMException("there is no room for the copy", "QuotaExceededError");
  }
  device.forget();
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
