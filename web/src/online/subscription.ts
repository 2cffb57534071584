/** Subscribing to a game. */

import type { Connection } from "./connection.svelte";
import type { ServerMessage } from "./wire";

type GameReport = Extract<ServerMessage, { t: "game" }>;

/** Delay in milliseconds before resending what the server rejected with one of these codes. */
export const RESEND_DELAY_MS = 1_000;
export const TEMPORARY: ReadonlySet<string> = new Set(["unavailable", "too-fast"]);

export interface Subscription {
  readonly first: GameReport;
  /** All messages about the game so far, to which later ones are added until `stop`. */
  readonly reports: readonly ServerMessage[];
  stop(): void;
}

/**
 * Subscribe to a game. Rejects with the server's error code unless that is `TEMPORARY`, which is
 * reported to `ondelay` and repeated, or if `signal` is aborted.
 */
export function subscribe(
  connection: Connection,
  game: string,
  signal: AbortSignal,
  ondelay: (code: string) => void = () => undefined,
): Promise<Subscription> {
  return new Promise((resolve, reject) => {
    const reports: ServerMessage[] = [];
    let again: ReturnType<typeof setTimeout> | undefined;
    const watch = (): void => void connection.send({ t: "watch", game, have: 0 });
    const unlisten = connection.listen({ opened: watch, received });
    const abort = (): void => fail(signal.reason as Error);
    signal.addEventListener("abort", abort);

    function received(report: ServerMessage): void {
      if (!("game" in report) || report.game !== game) return;
      if (report.t === "refused" && report.id === null) refused(report.code);
      if (report.t === "game" && reports.length === 0) resolve({ first: report, reports, stop });
      if (report.t === "game" || reports.length > 0) reports.push(report);
    }

    function refused(code: string): void {
      clearTimeout(again);
      if (TEMPORARY.has(code)) {
        ondelay(code);
        again = setTimeout(watch, RESEND_DELAY_MS);
      } else if (reports.length === 0) fail(named("Rejected", code));
    }

    function fail(error: Error): void {
      stop();
      reject(error);
    }

    function stop(): void {
      clearTimeout(again);
      signal.removeEventListener("abort", abort);
      unlisten();
    }
  });
}

export function named(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}
