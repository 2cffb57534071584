/** Sounds and vibration according to the settings. */

import type { Choices } from "./settings.svelte";
import type { Sound } from "./sounds";
import { vibrate } from "./vibration";

/** The sounds module is loaded on first use. */
export function playFeedback(
  sound: Sound,
  { sounds, vibrates }: Pick<Choices, "sounds" | "vibrates">,
): void {
  if (sounds) void import("./sounds").then(({ playSound }) => playSound(sound));
  if (vibrates) vibrate(sound);
}
