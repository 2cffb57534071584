import type { Chance } from "../../src/match/chance";

/** Chance that repeats itself: it always draws the last, and a thing happens if `lucky`. */
export function fixedChance(lucky = false): Chance {
  return {
    below: (count) => count - 1,
    happens: (probability) => lucky && probability > 0,
    seed: () => 7n,
  };
}
