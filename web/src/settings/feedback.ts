/** What is heard and felt, as far as the reader wants that. */

import type { Choices } from "./settings.svelte";
import { type Sound, playSound } from "./sounds";
import { vibrate } from "./vibration";

export function give(
  sound: Sound,
  { sounds, vibrates }: Pick<Choices, "sounds" | "vibrates">,
): void {
  if (sounds) playSound(sound);
  if (vibrates) vibrate(sound);
}
