/**
 * Writes the URL of the current screen no faster than browsers allow: above 100 changes of the
 * history in 30 s Safari throws an error, and above 200 in 10 s Chromium ignores them.
 */

/** Number of URLs that are written at once, and the interval of those after them: 80 in 30 s. */
const BURST = 20;
const INTERVAL_MS = 500;

export class UrlWriter {
  private waiting: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** When the next URL can be written. */
  private allowedAt = 0;

  constructor(private readonly write: (url: string) => void) {}

  /** Write a URL as soon as allowed, unless there is another one by then. */
  set(url: string): void {
    const now = performance.now();
    this.allowedAt = Math.max(this.allowedAt, now - BURST * INTERVAL_MS);
    this.delay(url, Math.max(0, this.allowedAt - now));
    if (this.allowedAt <= now) this.flush();
  }

  /** Write a URL later. */
  delay(url: string, delayMs = INTERVAL_MS): void {
    this.waiting = url;
    this.timer ??= setTimeout(() => this.flush(), delayMs);
  }

  /** Write at once what waits. */
  flush(): void {
    const url = this.waiting;
    this.discard();
    if (url === null) return;
    this.allowedAt += INTERVAL_MS;
    this.write(url);
  }

  /** Discard what waits. */
  discard(): void {
    clearTimeout(this.timer);
    [this.waiting, this.timer] = [null, undefined];
  }
}

/** Make a change of the history; returns false if the browser refuses more of them for now. */
export function isMade(change: () => void): boolean {
  try {
    change();
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === "SecurityError") return false;
    throw error;
  }
}
