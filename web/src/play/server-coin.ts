/** Coin of the server that served the app, if it has one: `qttt serve --coin`. */

import type { Here } from "../kernel/protocol";
import { formatPosition } from "../notation/moves";
import { writeRules } from "../notation/rules";
import { type Toss, systemCoin } from "./chance";

/** A coin toss for the pending loop; may take a while. */
export type RemoteCoin = (here: Here) => Promise<Toss>;

const ADDRESS = "/api/coin";
/** Responses of servers without a coin. */
const NO_COIN: readonly number[] = [204, 404, 405, 501];

/** Timeout in milliseconds; the server's devices have 30 s. */
const TIMEOUT_MS = 40_000;

/** Request a toss with `ask`; falls back to the browser's own coin. */
export function coinFrom(ask: typeof fetch): RemoteCoin {
  let hasCoin = true;
  return async ({ rules, places }) => {
    if (!hasCoin) return systemCoin();
    const asked = { rules: writeRules(rules), position: formatPosition(rules, places) };
    try {
      const answer = await ask(ADDRESS, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(asked),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      hasCoin = !NO_COIN.includes(answer.status);
      return (hasCoin && answer.ok && tossOf(await answer.json())) || systemCoin();
    } catch {
      // Network error, invalid JSON or timeout: use the browser's coin, which is recorded as such.
      return systemCoin();
    }
  };
}

export const serverCoin: RemoteCoin = coinFrom((...asked) => fetch(...asked));

/** A toss as the server states it; null if it is invalid. */
export function tossOf(data: unknown): Toss | null {
  if (typeof data !== "object" || data === null) return null;
  const { bit, source, measurement } = data as Record<string, unknown>;
  if ((bit !== 0 && bit !== 1) || typeof source !== "string" || !source.trim()) return null;
  return {
    bit,
    source: "device",
    device: source,
    ...(measurement ? { measurement: JSON.stringify(measurement) } : {}),
  };
}
