/** Keyboard shortcuts of the classroom screen; those of squares are handled by the board. */

import { type DigitKey, digitOf } from "../../board/keyboard.svelte";
import { letterOf } from "../parts/letter-key";

const LETTERS = {
  M: "next",
  T: "coin",
  U: "undo",
  R: "redo",
  W: "worlds",
  O: "odds",
  S: "state",
  C: "circuit",
  V: "values",
  L: "links",
  N: "newGame",
  P: "presets",
  D: "dark",
} as const;

/** Sent by remote controls. */
const PAGE_KEYS: Readonly<Record<string, Command>> = { PageDown: "next", PageUp: "undo" };

export type Command = (typeof LETTERS)[keyof typeof LETTERS] | "keys";

/** Keys passed to the board, besides digits, if no square has the focus. */
const BOARD_KEY = /^(Arrow\w+|Escape)$/;

export type Pressed = DigitKey & Pick<KeyboardEvent, "ctrlKey" | "metaKey" | "altKey">;

/** The command of a key; null if there is none. */
export function commandOf(pressed: Pressed): Command | null {
  const { key, code, ctrlKey, metaKey, altKey } = pressed;
  if (ctrlKey || metaKey || altKey) return null;
  if (key === "?") return "keys";
  const letter = letterOf(pressed);
  return letter in LETTERS ? LETTERS[letter as keyof typeof LETTERS] : (PAGE_KEYS[code] ?? null);
}

export function isForBoard(pressed: Pressed): boolean {
  const { key, ctrlKey, metaKey, altKey } = pressed;
  return !ctrlKey && !metaKey && !altKey && (BOARD_KEY.test(key) || digitOf(pressed) !== "");
}

/** The displayed name of each key, and its command. */
export const KEYS = [
  ...(Object.entries(LETTERS) as [string, Command][]),
  ["?", "keys"],
] as readonly (readonly [string, Command])[];
