/**
 * What stays on this device. A text that cannot be read is set aside under another name, so that
 * nothing is lost, and the reader is told.
 */

export const PREFIX = "qttt.";
export const BROKEN = ".broken";

export class Shelf<T> {
  constructor(
    private readonly name: string,
    private readonly storage: Storage | null = browserStorage(),
  ) {}

  get isEmpty(): boolean {
    return this.storage?.getItem(PREFIX + this.name) == null;
  }

  /**
   * What is kept here; null if there is nothing. What `parse` throws for cannot be read, and
   * `broken` is told why.
   */
  read(parse: (data: unknown) => T, broken: (error: Error) => void): T | null {
    const text = this.storage?.getItem(PREFIX + this.name);
    if (text == null) return null;
    try {
      return parse(JSON.parse(text));
    } catch (error) {
      this.setAside();
      broken(error instanceof Error ? error : new Error(String(error)));
      return null;
    }
  }

  /** Keeps it. Returns false if this browser refuses to. */
  write(value: T): boolean {
    try {
      this.storage?.setItem(PREFIX + this.name, JSON.stringify(value));
      return this.storage !== null;
    } catch {
      return false; // full, or forbidden
    }
  }

  clear(): void {
    this.storage?.removeItem(PREFIX + this.name);
  }

  /** Moves what is kept out of the way, to a name that nothing has been moved to before. */
  setAside(): void {
    const text = this.storage?.getItem(PREFIX + this.name);
    if (text == null) return;
    this.clear();
    let name = PREFIX + this.name + BROKEN;
    for (let number = 2; this.storage?.getItem(name) != null; number++)
      name = `${PREFIX}${this.name}${BROKEN}${number}`;
    this.storage?.setItem(name, text);
  }
}

/** Null where pages may keep nothing. */
export function browserStorage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
