/** Keyboard control of the board. */

import type { Board } from "../notation/moves";

/** If the focused button disappears with a change of `value`, call `focus`. */
export function keepFocus(value: () => unknown, focus: () => void): void {
  let shown: unknown = null;
  $effect(() => {
    const wasShown = shown !== null && shown !== value();
    shown = value();
    if (wasShown && document.activeElement === document.body) focus();
  });
}

export type DigitKey = Pick<KeyboardEvent, "key" | "code" | "shiftKey">;

/**
 * The digit of a key, `1` to `9`; empty without one. Where digits need Shift, as on French
 * keyboards, or belong to another script, as on Persian ones, it is that of the same key in the US.
 */
export function digitOf({ key, code, shiftKey }: DigitKey): string {
  if (/^[1-9]$/.test(key)) return key;
  const isCharacter = key.length === 1 && !shiftKey;
  return (isCharacter && /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1]) || "";
}

const STEPS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The columns and rows that an arrow key goes on; undefined for other keys. */
export function stepOf(key: string): readonly [right: number, down: number] | undefined {
  return STEPS[key];
}

/** The square that an arrow key leads to, at most the edge; null for other keys. */
export function steppedTo(key: string, square: number, { rows, cols }: Board): number | null {
  const step = stepOf(key);
  if (!step) return null;
  const col = Math.min(cols - 1, Math.max(0, (square % cols) + step[0]));
  const row = Math.min(rows - 1, Math.max(0, Math.floor(square / cols) + step[1]));
  return row * cols + col;
}
