/** A search for an opponent, which lasts until a game begins or the user cancels it. */

import type { Connection } from "./connection.svelte";
import type { Service } from "./service";

/** Interval in milliseconds between keep-alive requests. */
const KEEP_ALIVE_MS = 10_000;

export class PendingSeek {
  /** Why the last keep-alive request failed. */
  error: unknown = $state.raw(null);
  private isOver = false;
  private readonly timer = setInterval(() => void this.renew(), KEEP_ALIVE_MS);
  private readonly stop: () => void;

  /** Call `onended` once: with the game that began, or with null after `cancel`. */
  constructor(
    private readonly service: Service,
    connection: Connection,
    private readonly seek: string,
    private readonly onended: (game: string | null) => void,
  ) {
    this.stop = connection.listen({
      received: (report) => {
        if (report.t === "started") this.end(report.game);
      },
    });
  }

  /** Withdraw the seek; if the request fails, it expires. */
  cancel(): void {
    if (this.isOver) return;
    this.service.drop(this.seek).catch(() => undefined);
    this.end(null);
  }

  private async renew(): Promise<void> {
    try {
      const { game } = await this.service.renew(this.seek);
      this.error = null;
      if (game) this.end(game);
    } catch (error) {
      this.error = error;
    }
  }

  private end(game: string | null): void {
    if (this.isOver) return;
    this.isOver = true;
    clearInterval(this.timer);
    // Keep the connection open until the game's listener has subscribed.
    setTimeout(this.stop);
    this.onended(game);
  }
}
