/** What can be read off a position without knowing a rule. */

import { type Choice, type Collapse, type Place, isClassical } from "./types";

/** Every way to point at one of these marks in a square where a collapse lets it land. */
export function choicesOf(marks: readonly number[], collapses: readonly Collapse[]): Choice[] {
  return collapses.flatMap(({ square: collapse, places }) =>
    marks.flatMap((mark) => {
      const place = places[mark - 1];
      return place ? [{ mark, square: place[0], collapse }] : [];
    }),
  );
}

/** The mark of each square that has a classical one. */
export function classicalMarks(places: readonly Place[]): ReadonlyMap<number, number> {
  const marks = places.map((place, i) => [place, i + 1] as const);
  return new Map(marks.filter(([p]) => isClassical(p)).map(([place, mark]) => [place[0], mark]));
}

export function quantumMarks(places: readonly Place[]): number[] {
  return places.flatMap((place, i) => (isClassical(place) ? [] : [i + 1]));
}
