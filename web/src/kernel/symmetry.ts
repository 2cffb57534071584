/** The ways to turn and mirror a board onto itself. */

import type { Rules } from "./rules";
import type { Move, Place } from "./types";

/** Where each square goes. */
export type Symmetry = readonly number[];

/** All of them: 8 if the board is a square, else 4. */
export function symmetriesOf({ rows, cols }: Pick<Rules, "rows" | "cols">): readonly Symmetry[] {
  const squares = Array.from({ length: rows * cols }, (_, square) => square);
  const at = (square: number): [number, number] => [Math.floor(square / cols), square % cols];
  const mirrored = [0, 1, 2, 3].map((sides) =>
    squares.map((square) => {
      const [row, col] = at(square);
      return (sides & 1 ? rows - 1 - row : row) * cols + (sides & 2 ? cols - 1 - col : col);
    }),
  );
  if (rows !== cols) return mirrored;
  const turned = squares.map(at).map(([row, col]) => col * cols + row);
  return [...mirrored, ...mirrored.map((map) => turned.map((square) => taken(map, square)))];
}

/** Those that leave every mark where it is. */
export function fixing(
  symmetries: readonly Symmetry[],
  places: readonly Place[],
): readonly Symmetry[] {
  return symmetries.filter((symmetry) =>
    places.every((place) => `${mappedPlace(place, symmetry)}` === `${place}`),
  );
}

/** The moves in groups that one of these symmetries carries into each other. */
export function alike(moves: readonly Move[], symmetries: readonly Symmetry[]): Move[][] {
  const groups = new Map<string, Move[]>();
  for (const move of moves) {
    const images = symmetries.map((symmetry) => imageOf(move, symmetry));
    const least = images.reduce((a, b) => (a < b ? a : b));
    groups.set(least, [...(groups.get(least) ?? []), move]);
  }
  return [...groups.values()];
}

/** Which move a symmetry makes of this one; equal texts are equal moves. */
function imageOf(move: Move, symmetry: Symmetry): string {
  if (move.kind === "collapse") return `@${taken(symmetry, move.square)}`;
  return `${mappedPlace(move.squares, symmetry)}`;
}

function mappedPlace([a, b]: Place, symmetry: Symmetry): Place {
  const [one, other] = [taken(symmetry, a), taken(symmetry, b)];
  return one < other ? [one, other] : [other, one];
}

function taken(symmetry: Symmetry, square: number): number {
  const image = symmetry[square];
  if (image === undefined) throw new RangeError(`square ${square} is not on the board`);
  return image;
}
