/** What a screen loads from the server when it opens: the one way, which survives outages. */

import { Retry } from "../../online/retry";
import { ServiceError } from "../../online/service";
import { app } from "../context.svelte";

export class ServerAnswer<T> {
  /** The latest answer; undefined before the first. */
  value: T | undefined = $state.raw(undefined);
  /** Why the last request failed; null after a success. After an outage it is repeated. */
  error: ServiceError | null = $state.raw(null);
  private readonly leaving = new AbortController();
  private readonly retry = new Retry(() => this.load());
  private requests = 0;

  /**
   * Create it with a component: it loads at once, again when what `request` reads changes, and
   * stops with the component. Null requests nothing.
   */
  constructor(private readonly request: (signal: AbortSignal) => Promise<T> | null) {
    $effect(() => this.load());
    $effect(() => () => {
      this.leaving.abort();
      this.retry.stop();
    });
  }

  /** Load it, as by a key. */
  load(): void {
    const number = ++this.requests;
    const isOld = (): boolean => number !== this.requests || this.leaving.signal.aborted;
    this.request(this.leaving.signal)?.then(
      (value) => {
        if (isOld()) return;
        this.value = value;
        this.error = null;
        this.retry.succeeded();
      },
      (error: unknown) => {
        if (isOld()) return;
        if (!(error instanceof ServiceError)) return app.failed(error);
        this.error = error;
        this.retry.failed(error);
      },
    );
  }
}
