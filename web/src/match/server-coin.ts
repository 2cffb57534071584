/** The coin of the server that the app came from, where that has one: `qttt serve --coin`. */

import type { Rules } from "../kernel/rules";
import type { Place } from "../kernel/types";
import { formatPosition } from "../notation/moves";
import { writeRules } from "../notation/rules";
import { type Toss, systemCoin } from "./chance";

/** A coin for the loop that is pending here; it may take a while. */
export type DistantCoin = (here: Loop) => Promise<Toss>;

interface Loop {
  readonly rules: Rules;
  readonly places: readonly Place[];
}

const ADDRESS = "/api/coin";
/** What servers answer that have no coin: nothing, or that they know files only. */
const NO_COIN: readonly number[] = [204, 404, 405, 501];

/** How long a server may take, in milliseconds; its devices have half a minute. */
const PATIENCE = 40_000;

/** Asks with `ask`; this browser's own coin decides where no server does. */
export function coinFrom(ask: typeof fetch): DistantCoin {
  let hasCoin = true;
  return async ({ rules, places }) => {
    if (!hasCoin) return systemCoin();
    const asked = { rules: writeRules(rules), position: formatPosition(rules, places) };
    try {
      const answer = await ask(ADDRESS, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(asked),
        signal: AbortSignal.timeout(PATIENCE),
      });
      hasCoin = !NO_COIN.includes(answer.status);
      return (hasCoin && answer.ok && tossOf(await answer.json())) || systemCoin();
    } catch {
      // No network, no JSON, no answer in time: the game goes on, and says whose coin it was.
      return systemCoin();
    }
  };
}

export const serverCoin: DistantCoin = coinFrom((...asked) => fetch(...asked));

/** The toss that a server has sent; null for anything else. */
function tossOf(data: unknown): Toss | null {
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
