/** Symmetries of the board, used to show a position in an unfamiliar orientation. */

import type { Move } from "../kernel/types";
import type { Board } from "../notation/moves";

/** The image of a square. */
export type Turning = (square: number) => number;

export const UNTURNED: Turning = (square) => square;

/** All symmetries of a board, beginning with `IDENTITY`. */
export function turningsOf({ rows, cols }: Board): Turning[] {
  const flips = [false, true];
  const tilts = rows === cols ? flips : [false];
  return tilts.flatMap((tilted) =>
    flips.flatMap((upside) =>
      flips.map((mirrored) => (square: number) => {
        const [row, col] = [Math.floor(square / cols), square % cols];
        const [down, right] = tilted ? [col, row] : [row, col];
        return (upside ? rows - 1 - down : down) * cols + (mirrored ? cols - 1 - right : right);
      }),
    ),
  );
}

export function turnedMove(turning: Turning, move: Move): Move {
  if (move.kind === "collapse") return { kind: "collapse", square: turning(move.square) };
  const [a, b] = [turning(move.squares[0]), turning(move.squares[1])];
  return { kind: "placement", squares: a < b ? [a, b] : [b, a] };
}
