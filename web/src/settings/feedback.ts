/** Sounds and vibration according to the settings. */

import type { Choices } from "./settings.svelte";
import type { Sound } from "./sounds";

/** Sounds that cannot be loaded or played stay silent. */
const silence = (): void => undefined;

/**
 * Give feedback once its cause is shown. The sounds module is loaded on first use. Before the first
 * tap or key a page stays silent, also if the module cannot be loaded: without a connection, where
 * nothing is kept offline.
 */
export function playFeedback(
  sound: Sound,
  { sounds, vibrates }: Pick<Choices, "sounds" | "vibrates">,
): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  afterFrame(() => {
    if (sounds) void import("./sounds").then(({ playSound }) => playSound(sound)).catch(silence);
    if (vibrates) vibrate(sound);
  });
}

/** Load and open the sounds of a page that was tapped before, so that its first costs no more. */
export function prepareFeedback({ sounds }: Pick<Choices, "sounds">): void {
  if (!sounds || !navigator.userActivation?.hasBeenActive) return;
  void import("./sounds").then(({ openSounds }) => openSounds()).catch(silence);
}

/** Call it after the next frame; at once in a hidden page, which has no frames. */
function afterFrame(act: () => void): void {
  if (document.hidden) act();
  else requestAnimationFrame(() => setTimeout(act));
}

/** Alternating vibration and pause, in milliseconds. */
export const PATTERNS_MS: Readonly<Record<Sound, readonly number[]>> = {
  place: [12],
  loop: [20, 60, 20],
  collapse: [20],
  land: [8],
  win: [40, 60, 40, 60, 120],
  loss: [160],
  draw: [40, 80, 40],
  rejected: [30, 40, 30],
};

/** Whether the device can vibrate; most desktops and iPhones cannot. */
export function canVibrate(): boolean {
  return "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;
}

export function vibrate(sound: Sound): void {
  if (canVibrate()) navigator.vibrate([...PATTERNS_MS[sound]]);
}
