/** Keyboard shortcuts of the classroom screen; those of squares are handled by the board. */

import type { Panel } from "../../settings/settings.svelte";

export type Command =
  | Exclude<Panel, "moves">
  | "next"
  | "coin"
  | "undo"
  | "redo"
  | "links"
  | "newGame"
  | "presets"
  | "dark"
  | "keys";

/** By physical key, so that Greek keyboards work. Remote controls send the page keys. */
const CODES: Readonly<Record<string, Command>> = {
  KeyM: "next",
  PageDown: "next",
  KeyT: "coin",
  KeyU: "undo",
  PageUp: "undo",
  KeyR: "redo",
  KeyW: "worlds",
  KeyO: "odds",
  KeyS: "state",
  KeyC: "circuit",
  KeyV: "values",
  KeyL: "links",
  KeyN: "newGame",
  KeyP: "presets",
  KeyD: "dark",
};

/** Keys passed to the board if no square has the focus. */
const BOARD_KEY = /^([1-9]|Arrow\w+|Escape)$/;

export interface Pressed {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** The command of a key; null if there is none. */
export function commandOf({ key, code, ctrlKey, metaKey, altKey }: Pressed): Command | null {
  if (ctrlKey || metaKey || altKey) return null;
  return key === "?" ? "keys" : (CODES[code] ?? null);
}

export function isForBoard({ key, ctrlKey, metaKey, altKey }: Pressed): boolean {
  return !ctrlKey && !metaKey && !altKey && BOARD_KEY.test(key);
}

/** Displayed names of the keys. */
export const KEY_NAMES: Readonly<Record<Command, string>> = {
  next: "M",
  coin: "T",
  undo: "U",
  redo: "R",
  worlds: "W",
  odds: "O",
  state: "S",
  circuit: "C",
  values: "V",
  links: "L",
  newGame: "N",
  presets: "P",
  dark: "D",
  keys: "?",
};

export const COMMANDS = Object.keys(KEY_NAMES) as readonly Command[];
