/** The forms of stored values, and readers that use what is valid. */

/** Called with an entry that cannot be read; the others are used. */
export type Damaged = (entry: unknown) => void;

/** How a value is stored. */
export interface Shape<T> {
  readonly name: string;
  /** The value if nothing is stored. */
  readonly none: T;
  /**
   * Read the value, with all fields and entries that are unknown. Throws if nothing can be read,
   * `NewerVersionError` if a newer version wrote it.
   */
  readonly parse: (data: unknown, damaged: Damaged) => T;
  /** The value as JSON; by default as it is. */
  readonly write?: (value: T) => unknown;
}

/** The data was written by a newer version of the app; it is left as it is. */
export class NewerVersionError extends Error {
  override readonly name = "NewerVersionError";
}

/** Throws unless the data is of version 1, the only one so far. */
export function checkVersion(what: string, version: unknown): void {
  if (version === 1) return;
  const message = `${what} of version ${String(version)} cannot be read`;
  if (typeof version === "number" && version > 1) throw new NewerVersionError(message);
  throw new TypeError(message);
}

/** The entries of a record that `parse` can read, by key. */
export function entriesOf<E>(
  data: unknown,
  damaged: Damaged,
  parse: (entry: unknown, key: string) => E,
): Record<string, E> {
  if (typeof data !== "object" || data === null || Array.isArray(data))
    throw new TypeError("the entries are missing");
  const read: [string, E][] = [];
  for (const [key, entry] of Object.entries(data)) {
    try {
      read.push([key, parse(entry, key)]);
    } catch {
      damaged({ [key]: entry as unknown });
    }
  }
  return Object.fromEntries(read);
}
