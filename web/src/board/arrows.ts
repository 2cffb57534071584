/**
 * Arrows that show where the marks of a pending loop would land: from the half that vanishes to the
 * half that stays. One outcome runs around the loop in one direction, the other in the opposite
 * one. Counterpart of `landing_arrows.py` and of `Drawing.landing_arrows` in `src/qttt/notation`.
 */

import { type Collapse, type Place, isClassical } from "../kernel/types";
import type { Cell, Point } from "./layout";
import { type Ends, linkRoutes } from "./link-routes";
import { obstaclesOf } from "./obstacles";
import { type Route, distance } from "./route-grid";
import type { Scene } from "./scene";
import { arcControl, curve, text, towards } from "./shapes";
import { ARROW, TILE } from "./theme";

/** Places in a square that a suggested mark's end can have, in shares of its side. */
const SHARES = [0.5, 0.3, 0.7, 0.16, 0.84] as const;

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
 * them before it. Stems land on the same square in both: they have one arrow. Arrows avoid each
 * other.
 */
export function arrowsOf(
  places: readonly Place[],
  collapses: readonly Collapse[],
  considered: readonly Place[] | null,
  { layout, smallMarks: small, largeMarks: large }: Omit<Scene, "links" | "bands" | "landing">,
): Arrow[] {
  const [one, two] = collapses;
  if (!one || !two) return [];
  const closing = considered?.at(-1)?.[0];
  const isShown = ({ square }: Collapse): boolean => closing === undefined || closing === square;
  const spots = new Map(small.map((half) => [half.key, half]));
  const moving = places.flatMap((place, i) => {
    const mark = i + 1;
    const [first, second] = [one, two].map((side) => side.places[i] ?? place) as [Place, Place];
    if (isClassical(place) || !isClassical(first)) return [];
    const moved = (sense: Sense, [to]: Place): (Ends & Pick<Arrow, "mark" | "sense">)[] => {
      const from = place[0] === to ? place[1] : place[0];
      const [start, end] = [from, to].map((square) => spots.get(`${mark}@${square}`));
      return start && end ? [{ mark, sense, start, end }] : [];
    };
    if (first[0] === second[0]) return moved("both", first);
    return [
      ...(isShown(one) ? moved("first", first) : []),
      ...(isShown(two) ? moved("second", second) : []),
    ];
  });
  const routes = linkRoutes(moving, obstaclesOf(layout, small, large), layout);
  return moving.map(({ mark, sense }, i) => {
    return { mark, sense, ...arrow(routes[i] as Route, layout.linkWidth) };
  });
}

/** A bent arrow from a square of a placement, which is no mark yet, to the other. */
export function placementArrow([from, to]: Place, layout: Scene["layout"]): Arrow {
  const [start, end] = [layout.centre(from), layout.centre(to)];
  const control = arcControl(start, end);
  return { mark: 0, sense: "first", ...arrow([start, control, control, end], layout.linkWidth) };
}

/** Arrows of suggested placements, each from a dot in a square to the other, past all marks. */
export function suggestionArrows(
  pairs: readonly Place[],
  { layout, smallMarks: small, largeMarks: large }: Omit<Scene, "links" | "bands" | "landing">,
): Arrow[] {
  const spot = (square: number): Cell => freeCell(layout, square, small);
  const ends = pairs.map(([from, to]) => ({ start: spot(from), end: spot(to) }));
  const routes = linkRoutes(ends, obstaclesOf(layout, small, large), layout);
  return ends.map(({ start: { at, radius } }, i) => {
    const { shaft, head } = arrow(routes[i] as Route, layout.linkWidth);
    const dot = `M${text(at.x - radius, at.y)}a1 1 0 1 0 ${2 * radius} 0a1 1 0 1 0 ${-2 * radius} 0Z`;
    return { mark: 0, sense: "first", shaft, head: head + dot };
  });
}

/** Where a dot fits best in a square: in its middle, or farthest from its marks. */
function freeCell(layout: Scene["layout"], square: number, small: readonly Cell[]): Cell {
  const { x, y } = layout.corner(square);
  const radius = 1.5 * layout.linkWidth;
  const spots = SHARES.flatMap((right) =>
    SHARES.map((down) => ({ x: x + right * TILE, y: y + down * TILE })),
  );
  const room = (spot: Point): number =>
    Math.min(TILE / 5, ...small.map(({ at, radius: rim }) => distance(at, spot) - rim));
  const at = spots.reduce((best, spot) => (room(spot) > room(best) ? spot : best));
  return { at, radius };
}

/** An arrow along a route. */
function arrow(route: Route, linkWidth: number): Pick<Arrow, "shaft" | "head"> {
  const size = ARROW * linkWidth;
  const [two, end] = route.slice(-2) as [Point, Point];
  const base = towards(end, two, 2.6 * size);
  const [dx, dy] = [((end.x - base.x) / 2.6) * 1.1, ((end.y - base.y) / 2.6) * 1.1];
  const at = ({ x, y }: Point): string => text(x, y);
  return {
    shaft: curve([...route.slice(0, -1), base]),
    head: `M${text(base.x - dy, base.y + dx)}L${text(base.x + dy, base.y - dx)}L${at(end)}Z`,
  };
}
