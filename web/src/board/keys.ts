/** Keyboard control of the board. */

import type { Board } from "../notation/moves";

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
