import type { Chance } from "../../src/play/chance";

/** Deterministic chance: always draws the last item; events happen if `lucky`. */
export function fixedChance(lucky = false): Chance {
  return {
    below: (count) => count - 1,
    happens: (probability) => lucky && probability > 0,
    seed: () => 7n,
  };
}
