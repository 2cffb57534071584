/** Symmetries of the board: rotations and reflections. */

import type { Rules } from "./rules";
import type { Move, Place } from "./types";

/** The image of each square. */
export type Symmetry = readonly number[];

/** All symmetries: 8 of a square board, otherwise 4. The first is the identity. */
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

/** The symmetries that keep every mark in place. */
export function stabilizer(
  symmetries: readonly Symmetry[],
  places: readonly Place[],
): readonly Symmetry[] {
  return symmetries.filter((symmetry) =>
    places.every((place) => `${mappedPlace(place, symmetry)}` === `${place}`),
  );
}

/** Group moves that are equivalent under these symmetries. */
export function orbits(moves: readonly Move[], symmetries: readonly Symmetry[]): Move[][] {
  const groups = new Map<string, Move[]>();
  for (const move of moves) {
    const images = symmetries.map((symmetry) => imageOf(move, symmetry));
    const canonical = images.reduce((a, b) => (a < b ? a : b));
    groups.set(canonical, [...(groups.get(canonical) ?? []), move]);
  }
  return [...groups.values()];
}

export function mapMove(symmetry: Symmetry, move: Move): Move {
  return move.kind === "collapse"
    ? { kind: "collapse", square: taken(symmetry, move.square) }
    : { kind: "placement", squares: mappedPlace(move.squares, symmetry) };
}

/** The image of a move as text; equal texts are equal moves. */
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
