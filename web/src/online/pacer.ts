/** Paces the messages of one connection: the server rejects more than 20 a second, 40 at once (P19). */

/** Below the server's limits, because a network can deliver messages faster than they were sent. */
const RATE_PER_S = 15;
const BURST = 30;
/** An answer counts as one more message for each of these. */
const ANSWER_BYTES = 4096;

export class Pacer {
  private readonly waiting: string[] = [];
  private tokens = BURST;
  private refilledAt = performance.now();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly write: (text: string) => void) {}

  /** Send a message as soon as allowed, `urgent` ones before those that wait. */
  send(text: string, urgent: boolean): void {
    if (urgent) this.waiting.unshift(text);
    else this.waiting.push(text);
    this.flush();
  }

  /** Count a large answer as the server does. */
  charge(answer: string): void {
    this.tokens -= Math.floor(new TextEncoder().encode(answer).length / ANSWER_BYTES);
  }

  /** Discard what waits. */
  stop(): void {
    this.waiting.length = 0;
    clearTimeout(this.timer);
  }

  private flush(): void {
    this.refill();
    while (this.tokens >= 1) {
      const text = this.waiting.shift();
      if (text === undefined) return;
      this.tokens -= 1;
      this.write(text);
    }
    const delayMs = Math.ceil(((1 - this.tokens) * 1000) / RATE_PER_S);
    this.timer ??= setTimeout(() => this.resume(), delayMs);
  }

  private resume(): void {
    this.timer = undefined;
    this.flush();
  }

  private refill(): void {
    const now = performance.now();
    this.tokens = Math.min(BURST, this.tokens + ((now - this.refilledAt) * RATE_PER_S) / 1000);
    this.refilledAt = now;
  }
}
