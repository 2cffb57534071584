/** Durations in milliseconds, by the chosen speed. */

import type { Choices, Speed } from "./settings.svelte";

/** Factors of durations. */
export const SPEED_FACTORS: Readonly<Record<Speed, number>> = {
  off: 0,
  calm: 2,
  normal: 1,
  fast: 0.4,
};

/** How long the two halves of a mark glide into one. */
export const GLIDE_MS = 420;
/** Time between the starts of two marks, and the most that all starts take. */
const STAGGER_MS = 180;
const MAX_STAGGER_MS = 1_200;

/** A loop is shown this long before it collapses, and a collapse before the next move. */
const LOOP_MS = 1_500;
const COLLAPSE_MS = 800;
/** A computer replies no sooner, so that its mark is seen apart from one's own. */
const REPLY_MS = 450;

/** When the mark at this place of `count` starts to glide. */
export function glideStart(place: number, count: number): number {
  return place * Math.min(STAGGER_MS, MAX_STAGGER_MS / Math.max(1, count - 1));
}

/** How long `count` marks glide, one after the other. */
export function glideMs(count: number): number {
  return glideStart(count - 1, count) + GLIDE_MS;
}

/** Pauses of matches, by the current settings. */
export function delaysOf(choices: () => Pick<Choices, "speed">) {
  const factor = (): number => SPEED_FACTORS[choices().speed];
  return {
    get loop(): number {
      return LOOP_MS * factor();
    },
    get reply(): number {
      return REPLY_MS * factor();
    },
    /** After the collapse of that many marks. */
    collapse: (marks: number): number => (glideMs(marks) + COLLAPSE_MS) * factor(),
  };
}
