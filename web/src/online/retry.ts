/** Repeating requests that an outage prevented. */

import { watchNetwork } from "./network";
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

/**
 * Repeats one kind of request after outages, later each time and when the network is back, until it
 * succeeds or is refused.
 */
export class Retry {
  private delay = MIN_RETRY_MS;
  /** Ends the wait for the next request. */
  private stopWaiting: () => void = () => undefined;
  private isStopped = false;

  constructor(
    private readonly repeat: () => void,
    /** Called after each request, with its error or null. */
    private readonly onended: (error: unknown) => void = () => undefined,
  ) {}

  /** The request failed. Other errors than outages are not repeated. */
  readonly failed = (error: unknown): void => {
    this.stopWaiting();
    if (this.isStopped) return;
    if (isOutage(error)) this.wait();
    this.onended(error);
  };

  succeeded(): void {
    this.stopWaiting();
    this.delay = MIN_RETRY_MS;
    this.onended(null);
  }

  /** The answer is no longer needed. */
  stop(): void {
    this.isStopped = true;
    this.stopWaiting();
  }

  private wait(): void {
    const repeat = (): void => {
      this.stopWaiting();
      this.repeat();
    };
    // Jitter, because many pages may have lost the same server.
    const timer = setTimeout(repeat, this.delay * (0.5 + Math.random() / 2));
    this.delay = Math.min(2 * this.delay, MAX_RETRY_MS);
    const unwatch = watchNetwork(repeat, () => undefined);
    this.stopWaiting = () => {
      clearTimeout(timer);
      unwatch();
    };
  }
}
