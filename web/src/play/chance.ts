/** Randomness as a dependency, and random selection. */

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
