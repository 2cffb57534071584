/** Opening theory of `goff`: names of openings, and traps; counterpart of `qttt.book.openings`. */

import { symmetriesOf } from "../kernel/symmetry";
import type { Move, Place, Survey } from "../kernel/types";
import book from "./openings.json";

const NAMES: Partial<Record<string, string>> = book.names;
const TRAPS: ReadonlySet<string> = new Set(book.traps.split(" "));
const SYMMETRIES = symmetriesOf({ rows: 3, cols: 3 });

/** The places of X, `/`, and those of O, the least of all symmetric texts; up to six marks. */
export function classText(places: readonly Place[]): string {
  const images = SYMMETRIES.map((symmetry) => {
    const mapped = places.map((place) =>
      place
        .map((square) => (symmetry[square] ?? 0) + 1)
        .sort()
        .join(""),
    );
    const of = (player: number): string =>
      mapped
        .filter((_, i) => i % 2 === player)
        .sort()
        .join("");
    return `${of(0)}/${of(1)}`;
  });
  return images.sort()[0] as string;
}

/** The named openings that begin a line, whose marks were placed on these pairs. */
export function namesOf(pairs: ReadonlyMap<number, Place>): string[] {
  const first = [pairs.get(1), pairs.get(2)];
  return [1, 2].flatMap((count) => {
    const places = first.slice(0, count).filter((place) => place !== undefined);
    const name = NAMES[classText(places)];
    return places.length === count && name ? [name] : [];
  });
}

/** Whether only one move of the position keeps the value, after moves that all kept it. */
export function isTrap({ places, loop }: Pick<Survey, "places" | "loop">): boolean {
  return !loop && TRAPS.has(classText(places));
}

/** The moves of a position that lead to traps. */
export function trapsIn({ places, moves }: Pick<Survey, "places" | "moves">): Move[] {
  return moves.filter(
    (move) => move.kind === "placement" && TRAPS.has(classText([...places, move.squares])),
  );
}
