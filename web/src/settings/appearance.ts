/**
 * How the page looks, from what the reader has chosen and what the device asks for: attributes of
 * its root element, which `app.css` and `colors.css` know. `public/start.js` sets those of colour
 * before the first paint.
 */

import { MediaQuery } from "svelte/reactivity";

import { PACES } from "./pace";
import type { Choices } from "./settings.svelte";

/** What the device asks for. */
export interface Device {
  readonly wantsContrast: boolean;
  readonly reducesMotion: boolean;
}

const contrast = new MediaQuery("(prefers-contrast: more)");
const stillness = new MediaQuery("(prefers-reduced-motion: reduce)");
const night = new MediaQuery("(prefers-color-scheme: dark)");

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

/** Makes the page look so; an effect that calls this runs again when the device asks for more. */
export function showAppearance(choices: Choices): void {
  const root = document.documentElement;
  const device = { wantsContrast: contrast.current, reducesMotion: stillness.current };
  Object.assign(root.dataset, appearanceOf(choices, device));
  root.style.setProperty("--pace", String(isStill(choices, device) ? 0 : PACES[choices.speed]));
  void night.current;
  const page = getComputedStyle(root).backgroundColor;
  for (const meta of document.querySelectorAll("meta[name=theme-color]"))
    meta.setAttribute("content", page);
}
