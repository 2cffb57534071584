/** How long everything takes, by the speed that the reader has chosen. */

import type { Choices, Speed } from "./settings.svelte";

/** Times as long as usual. */
export const PACES: Readonly<Record<Speed, number>> = { off: 0, calm: 2, normal: 1, fast: 0.4 };

/** Milliseconds to look at a loop before it collapses, and at a collapse before the next move. */
const LOOK = 900;

/** The pauses of matches, each as long as the choices say at that moment. */
export function paceOf(choices: () => Pick<Choices, "speed">) {
  const pause = (): number => LOOK * PACES[choices().speed];
  return {
    get loop(): number {
      return pause();
    },
    get collapse(): number {
      return pause();
    },
  };
}
