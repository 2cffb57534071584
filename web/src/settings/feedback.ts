/** What is heard and felt, as far as the reader wants that. */

import type { Choices } from "./settings.svelte";
import type { Sound } from "./sounds";
import { vibrate } from "./vibration";

/** Sounds are loaded with the first one that is wanted. */
export function give(
  sound: Sound,
  { sounds, vibrates }: Pick<Choices, "sounds" | "vibrates">,
): void {
  if (sounds) void import("./sounds").then(({ playSound }) => playSound(sound));
  if (vibrates) vibrate(sound);
}
