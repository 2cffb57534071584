/**
 * How the page looks, from what the reader has chosen and what the device asks for: attributes of
 * its root element, which `app.css` and `colors.css` know. `public/start.js` sets those of colour
 * before the first paint.
 */

import { PACES } from "./pace";
import type { Choices } from "./settings.svelte";

/** What the device asks for. */
export interface Device {
  readonly wantsContrast: boolean;
  readonly reducesMotion: boolean;
}

export function appearanceOf(choices: Choices, device: Device): Readonly<Record<string, string>> {
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

function isStill({ speed, motion }: Choices, { reducesMotion }: Device): boolean {
  return speed === "off" || motion === "none" || reducesMotion;
}

/** Makes the page look so, and anew when the device asks for something else; returns its end. */
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

/** Resolves as soon as the colours are there that the page's root asks for. */
export async function loadColors(): Promise<void> {
  const { eyes, contrast } = document.documentElement.dataset;
  if (eyes !== "usual" || contrast !== "usual") await import("./eyes.css");
}

function look(choices: Choices, device: Device): void {
  const root = document.documentElement;
  Object.assign(root.dataset, appearanceOf(choices, device));
  root.style.setProperty("--pace", String(isStill(choices, device) ? 0 : PACES[choices.speed]));
  void loadColors();
  const page = getComputedStyle(root).backgroundColor;
  for (const meta of document.querySelectorAll("meta[name=theme-color]"))
    meta.setAttribute("content", page);
}
