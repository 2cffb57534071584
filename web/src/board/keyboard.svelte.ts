/** Keyboard control of the board. */

import type { Board } from "../notation/moves";

/** Browsers move the focus away from a removed element within this time. */
const FOCUS_LOSS_MS = 60;

/** If the focused button disappears after a change of `value`, call `focus`. */
export function keepFocus(value: () => unknown, focus: () => void): void {
  let shown: unknown = null;
  $effect(() => {
    const wasShown = shown !== null && shown !== value();
    shown = value();
    if (!wasShown) return;
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) focus();
    }, FOCUS_LOSS_MS);
    return () => clearTimeout(timer);
  });
}

const STEPS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The square that an arrow key leads to, at most the edge; null for other keys. */
export function steppedTo(key: string, square: number, { rows, cols }: Board): number | null {
  const step = STEPS[key];
  if (!step) return null;
  const col = Math.min(cols - 1, Math.max(0, (square % cols) + step[0]));
  const row = Math.min(rows - 1, Math.max(0, Math.floor(square / cols) + step[1]));
  return row * cols + col;
}
