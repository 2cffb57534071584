/** Properties of a position that do not depend on rules. */

import {
  type Choice,
  type Collapse,
  type Outcome,
  type Place,
  type Player,
  isClassical,
} from "./types";

/** All choices of one of these marks on a square where a collapse lets it land. */
export function choicesOf(marks: readonly number[], collapses: readonly Collapse[]): Choice[] {
  return collapses.flatMap(({ square: collapse, places }) =>
    marks.flatMap((mark) => {
      const place = places[mark - 1];
      return place ? [{ mark, square: place[0], collapse }] : [];
    }),
  );
}

/** The mark of each square with a classical mark. */
export function classicalMarks(places: readonly Place[]): ReadonlyMap<number, number> {
  const marks = places.map((place, i) => [place, i + 1] as const);
  return new Map(marks.filter(([p]) => isClassical(p)).map(([place, mark]) => [place[0], mark]));
}

export function quantumMarks(places: readonly Place[]): number[] {
  return places.flatMap((place, i) => (isClassical(place) ? [] : [i + 1]));
}

/** The player with more points; null if there is none. */
export function winnerOf({ points: { X, O } }: Outcome): Player | null {
  return X === O ? null : X > O ? "X" : "O";
}
