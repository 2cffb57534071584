/** Randomness as a dependency, and random selection. */

import type { Rules } from "../kernel/rules";
import type { Place } from "../kernel/types";
import { formatPosition } from "../notation/moves";
import { writeRules } from "../notation/rules";

export interface Chance {
  /** A uniform random integer from 0 to `count` - 1. */
  below(count: number): number;
  /** True with this probability. */
  happens(probability: number): boolean;
  seed(): bigint;
}

/** A random bit with its source (R7). Bit 0 is the first collapse, bit 1 the second. */
export interface Toss {
  readonly bit: 0 | 1;
  readonly source: Source;
  /** Name of a device, and details of the measurement as a JSON object, as in a record. */
  readonly device?: string;
  readonly measurement?: string;
}

/**
 * Sources of bits: `browser` is the browser's random number generator, `device` an external one.
 */
export const SOURCES = ["browser", "device"] as const;
export type Source = (typeof SOURCES)[number];

export type Coin = () => Toss;

export const systemChance: Chance = {
  below(count) {
    // Reject values above the last full multiple to avoid modulo bias.
    const limit = Math.floor(2 ** 32 / count) * count;
    for (;;) {
      const drawn = word();
      if (drawn < limit) return drawn % count;
    }
  },
  happens: (probability) => word() / 2 ** 32 < probability,
  seed: () => BigInt(word()),
};

export const systemCoin: Coin = () => ({ bit: word() & 1 ? 1 : 0, source: "browser" });

function word(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] as number;
}

/** A uniformly random element. Throws `RangeError` if the list is empty. */
export function pick<T>(chance: Chance, list: readonly T[]): T {
  if (list.length === 0) throw new RangeError("there is nothing to draw from");
  return list[chance.below(list.length)] as T;
}

/** A uniformly random permutation. */
export function shuffled<T>(chance: Chance, list: readonly T[]): T[] {
  const left = [...list];
  return list.map(() => left.splice(chance.below(left.length), 1)[0] as T);
}

// --- the server's coin ----------------------------------------------------------------------

/* Coin of the server that served the app, if it has one: `qttt serve --coin`. */

/** A coin toss for the pending loop; may take a while. */
export type RemoteCoin = (here: Loop) => Promise<Toss>;

interface Loop {
  readonly rules: Rules;
  readonly places: readonly Place[];
}

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
