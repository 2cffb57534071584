/**
 * What can be read off a survey: who decides, what is on a pending loop, what is entangled.
 *
 * No rule is applied here but who owns a turn (R2, R9) and a collapse (R7), which qttt.h leaves to
 * its callers. A loop is known by its two collapses: its marks land differently in them, its stems
 * alike, and all others stay quantum (R8).
 */

import type { Rules } from "./rules";
import { type Place, type Player, type Survey, isClassical, other, playerOf } from "./types";

export type Decider = Player | "chance";

/** One way to name a collapse: a mark of the loop in one of its squares (R8). */
export interface Choice {
  readonly mark: number;
  readonly square: number;
  /** Where the closing mark lands then. */
  readonly collapse: number;
}

export interface Loop {
  readonly marks: readonly number[];
  readonly closing: number;
  readonly stems: readonly number[];
  readonly choices: readonly Choice[];
}

/** Who makes the next ply; null if the game is over. */
export function deciderOf(rules: Rules, survey: Survey): Decider | null {
  if (survey.outcome) return null;
  const turn = playerOf(survey.places.length + 1);
  if (survey.collapses.length === 0) return turn;
  if (rules.chooser === "chance") return "chance";
  return rules.chooser === "other" ? turn : other(turn);
}

/** The pending loop; null if there is none. */
export function loopOf({ places, collapses }: Survey): Loop | null {
  const [one, two] = collapses;
  if (!one || !two) return null;
  const landed = (side: typeof one, mark: number): number => side.places[mark - 1]?.[0] ?? -1;
  const settled = quantumMarks(places).filter((mark) => {
    const place = one.places[mark - 1];
    return place !== undefined && isClassical(place);
  });
  const marks = settled.filter((mark) => landed(one, mark) !== landed(two, mark));
  return {
    marks,
    closing: places.length,
    stems: settled.filter((mark) => !marks.includes(mark)),
    choices: collapses.flatMap((side) =>
      marks.map((mark) => ({ mark, square: landed(side, mark), collapse: side.square })),
    ),
  };
}

/** The first mark of the entanglement of each quantum mark: the same for all that hang together. */
export function entanglementsOf(places: readonly Place[]): ReadonlyMap<number, number> {
  const label = new Map<number, number>();
  for (const mark of quantumMarks(places)) {
    const [a, b] = places[mark - 1] as Place;
    const [keep, drop] = [label.get(a) ?? mark, label.get(b) ?? mark].sort((i, j) => i - j);
    for (const [square, first] of label) if (first === drop) label.set(square, keep as number);
    label.set(a, keep as number).set(b, keep as number);
  }
  return new Map(
    quantumMarks(places).map((mark) => [mark, label.get((places[mark - 1] as Place)[0]) as number]),
  );
}

/** The square of each classical mark. */
export function classicalMarks(places: readonly Place[]): ReadonlyMap<number, number> {
  const marks = places.map((place, i) => [place, i + 1] as const);
  return new Map(marks.filter(([p]) => isClassical(p)).map(([place, mark]) => [place[0], mark]));
}

export function quantumMarks(places: readonly Place[]): number[] {
  return places.flatMap((place, i) => (isClassical(place) ? [] : [i + 1]));
}
