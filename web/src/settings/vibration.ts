/** Short shakes of a phone, for the same events as sounds. */

import type { Sound } from "./sounds";

/** Milliseconds of shaking and of rest, in turn. */
export const SHAKES: Readonly<Record<Sound, readonly number[]>> = {
  place: [12],
  loop: [20, 60, 20],
  collapse: [70],
  win: [40, 60, 40, 60, 120],
  loss: [160],
  draw: [40, 80, 40],
  refused: [30, 40, 30],
};

/** Whether this device can do that; the browsers of most desks and of iPhones cannot. */
export function canVibrate(): boolean {
  return "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;
}

export function vibrate(sound: Sound): void {
  if (canVibrate()) navigator.vibrate([...SHAKES[sound]]);
}
