/** Symmetries of the board, used to show a position in an unfamiliar orientation. */

import type { Move } from "../kernel/types";
import type { Board } from "../notation/moves";

/** The image of a square. */
export type BoardSymmetry = (square: number) => number;

export const IDENTITY: BoardSymmetry = (square) => square;

/** All symmetries of a board, beginning with `IDENTITY`. */
export function boardSymmetries({ rows, cols }: Board): BoardSymmetry[] {
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

export function mapMove(symmetry: BoardSymmetry, move: Move): Move {
  if (move.kind === "collapse") return { kind: "collapse", square: symmetry(move.square) };
  const [a, b] = [symmetry(move.squares[0]), symmetry(move.squares[1])];
  return { kind: "placement", squares: a < b ? [a, b] : [b, a] };
}
