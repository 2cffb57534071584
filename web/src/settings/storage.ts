/**
 * Storage on this device. Values that cannot be read are set aside under another key, so that
 * nothing is lost, and the user is notified.
 */

export const PREFIX = "qttt.";
export const BROKEN = ".broken";

export class StoredValue<T> {
  constructor(
    private readonly name: string,
    private readonly storage: Storage | null = browserStorage(),
  ) {}

  get isEmpty(): boolean {
    return this.storage?.getItem(PREFIX + this.name) == null;
  }

  /**
   * Load the value; null if there is none. If `parse` throws, the value is set aside and `broken`
   * is called.
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

  /** Save the value; returns false if the browser refuses. */
  write(value: T): boolean {
    try {
      this.storage?.setItem(PREFIX + this.name, JSON.stringify(value));
      return this.storage !== null;
    } catch {
      return false; // quota exceeded, or not allowed
    }
  }

  clear(): void {
    this.storage?.removeItem(PREFIX + this.name);
  }

  /** Move the value to an unused key. */
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

/** Null if storage is unavailable. */
export function browserStorage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
