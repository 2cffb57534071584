/**
 * Appearance of the page from settings and device preferences, as attributes of the root element
 * used by `app.css` and `tokens.css`. `public/start.js` sets the colours before the first paint.
 */

import { SPEED_FACTORS } from "./delays";
import type { Choices } from "./settings.svelte";

/** Preferences of the device. */
interface DevicePreferences {
  readonly wantsContrast: boolean;
  readonly reducesMotion: boolean;
}

export function appearanceOf(
  choices: Choices,
  device: DevicePreferences,
): Readonly<Record<string, string>> {
  const { theme, eyes, hand } = choices;
  const more = theme === "contrast" || (theme === "system" && device.wantsContrast);
  return {
    theme,
    eyes,
    contrast: more ? "more" : "usual",
    hand,
    motion: isStill(choices, device) ? "none" : "some",
  };
}

/** Whether nothing may move. */
export function isStill(
  { speed }: Choices,
  { reducesMotion }: Pick<DevicePreferences, "reducesMotion">,
): boolean {
  return speed === "off" || reducesMotion;
}

/** Apply the appearance and follow changes of the device; returns a function that stops. */
export function showAppearance(choices: Choices): () => void {
  const contrast = matchMedia("(prefers-contrast: more)");
  const stillness = matchMedia("(prefers-reduced-motion: reduce)");
  const night = matchMedia("(prefers-color-scheme: dark)");
  const show = (): void =>
    look(choices, { wantsContrast: contrast.matches, reducesMotion: stillness.matches });
  const queries = [contrast, stillness, night];
  show();
  for (const query of queries) query.addEventListener("change", show);
  return () => {
    for (const query of queries) query.removeEventListener("change", show);
  };
}

/** Resolves when the required colours are loaded. */
export async function loadColors(): Promise<void> {
  const { eyes, contrast } = document.documentElement.dataset;
  if (eyes !== "usual" || contrast !== "usual") await import("./color-vision.css");
}

function look(choices: Choices, device: DevicePreferences): void {
  const root = document.documentElement;
  Object.assign(root.dataset, appearanceOf(choices, device));
  root.style.setProperty(
    "--pace",
    String(isStill(choices, device) ? 0 : SPEED_FACTORS[choices.speed]),
  );
  void loadColors();
  const page = getComputedStyle(root).backgroundColor;
  for (const meta of document.querySelectorAll("meta[name=theme-color]"))
    meta.setAttribute("content", page);
}
