/** Chance as an argument: whoever draws says where from. */

export interface Chance {
  /** A whole number from 0 to below `count`, each equally likely. */
  below(count: number): number;
  /** True so often. */
  happens(probability: number): boolean;
  seed(): bigint;
}

/** One bit and where it came from (R7). Bit 0 is the first collapse, bit 1 the second. */
export interface Toss {
  readonly bit: 0 | 1;
  readonly source: Source;
  /** What a device is called, and how it measured the bit: an object of JSON, as in a record. */
  readonly device?: string;
  readonly measurement?: string;
}

/**
 * Where bits come from: `browser` is the system's randomness as the browser hands it out, `device`
 * whatever tells its name.
 */
export const SOURCES = ["browser", "device"] as const;
export type Source = (typeof SOURCES)[number];

export type Coin = () => Toss;

export const systemChance: Chance = {
  below(count) {
    // What is above the last whole multiple would make small numbers likelier.
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
