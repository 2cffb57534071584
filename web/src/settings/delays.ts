/** Durations by the chosen speed. */

import type { Choices, Speed } from "./settings.svelte";

/** Factors of durations. */
export const SPEED_FACTORS: Readonly<Record<Speed, number>> = {
  off: 0,
  calm: 2,
  normal: 1,
  fast: 0.4,
};

/** Pause in milliseconds before a loop collapses, and after it before the next move. */
const PAUSE_MS = 900;

/** Pauses of matches, by the current settings. */
export function delaysOf(choices: () => Pick<Choices, "speed">) {
  const pause = (): number => PAUSE_MS * SPEED_FACTORS[choices().speed];
  return {
    get loop(): number {
      return pause();
    },
    get collapse(): number {
      return pause();
    },
  };
}
