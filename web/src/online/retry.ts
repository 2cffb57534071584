/** Repeating requests that an outage prevented. */

import { ServiceError } from "./service";
import { TEMPORARY } from "./subscription";

/** Delays in milliseconds. */
const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

/** Whether the same request may succeed later. */
export function isOutage(error: unknown): boolean {
  const isService = error instanceof ServiceError;
  return isService && (error.code === "away" || error.code === "busy" || TEMPORARY.has(error.code));
}

/** Repeats one kind of request after outages, later each time, until it succeeds or is refused. */
export class Retry {
  private delay = MIN_RETRY_MS;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isStopped = false;

  constructor(private readonly repeat: () => void) {}

  /** The request failed. Other errors than outages are not repeated. */
  failed(error: unknown): void {
    clearTimeout(this.timer);
    if (this.isStopped || !isOutage(error)) return;
    // Jitter, because many pages may have lost the same server.
    this.timer = setTimeout(this.repeat, this.delay * (0.5 + Math.random() / 2));
    this.delay = Math.min(2 * this.delay, MAX_RETRY_MS);
  }

  succeeded(): void {
    clearTimeout(this.timer);
    this.delay = MIN_RETRY_MS;
  }

  /** Nobody needs the answer any more. */
  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }
}
