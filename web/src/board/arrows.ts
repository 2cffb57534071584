/**
 * Arrows that show where the marks of a pending loop would land: from the half that vanishes to the
 * half that stays. One outcome runs around the loop in one direction, the other in the opposite
 * one. Counterpart of `ways.py` and of `add_way` in `shapes.py` in `src/qttt/notation`.
 */

import { type Collapse, type Place, isClassical } from "../kernel/types";
import type { Cell, Point } from "./layout";
import type { Scene } from "./scene";
import { arcControl, text, towards } from "./shapes";
import { ARROW } from "./theme";

/** Arrows of the first outcome are solid, of the second dashed, of both thin. */
export type Sense = "first" | "second" | "both";

export interface Arrow {
  readonly mark: number;
  readonly sense: Sense;
  readonly shaft: string;
  readonly head: string;
}

/**
 * The arrows of both collapses of a loop, or of the previewed one, between marks as the scene shows
 * them before it. Stems land on the same square in both: they have one arrow.
 */
export function arrowsOf(
  places: readonly Place[],
  collapses: readonly Collapse[],
  considered: readonly Place[] | null,
  { layout, smallMarks }: Pick<Scene, "layout" | "smallMarks">,
): Arrow[] {
  const [one, two] = collapses;
  if (!one || !two) return [];
  const closing = considered?.at(-1)?.[0];
  const isShown = ({ square }: Collapse): boolean => closing === undefined || closing === square;
  const spots = new Map(smallMarks.map((half) => [half.key, half]));
  return places.flatMap((place, i) => {
    const [first, second] = [one, two].map((side) => side.places[i] ?? place) as [Place, Place];
    if (isClassical(place) || !isClassical(first)) return [];
    const drawn = (sense: Sense, [end]: Place): Arrow[] => {
      const start = place[0] === end ? place[1] : place[0];
      const [from, to] = [start, end].map((square) => spots.get(`${i + 1}@${square}`));
      return from && to ? [{ mark: i + 1, sense, ...arrow(from, to, layout.linkWidth) }] : [];
    };
    if (first[0] === second[0]) return drawn("both", first);
    return [
      ...(isShown(one) ? drawn("first", first) : []),
      ...(isShown(two) ? drawn("second", second) : []),
    ];
  });
}

/** An arrow from a square of a placement to the other. */
export function placementArrow([from, to]: Place, layout: Scene["layout"]): Arrow {
  const end = (square: number): Cell => ({ at: layout.centre(square), radius: 0 });
  return { mark: 0, sense: "first", ...arrow(end(from), end(to), layout.linkWidth) };
}

/** A curved arrow between the rims of two marks. */
function arrow(start: Cell, end: Cell, linkWidth: number): Pick<Arrow, "shaft" | "head"> {
  const size = ARROW * linkWidth;
  const control = arcControl(start.at, end.at);
  const tail = towards(start.at, control, start.radius);
  const tip = towards(end.at, control, end.radius);
  const base = towards(tip, control, 2.6 * size);
  const [dx, dy] = [((tip.x - base.x) / 2.6) * 1.1, ((tip.y - base.y) / 2.6) * 1.1];
  const at = ({ x, y }: Point): string => text(x, y);
  return {
    shaft: `M${at(tail)}Q${at(control)} ${at(base)}`,
    head: `M${text(base.x - dy, base.y + dx)}L${text(base.x + dy, base.y - dx)}L${at(tip)}Z`,
  };
}
