/** Shapes of the board as SVG paths; counterpart of `src/qttt/notation/shapes.py`. */

import type { Point } from "./layout";
import { LARGE } from "./theme";

/** How far an arc bends to its left, in its lengths and at most. */
const [BEND, MAX_BEND] = [0.14, 24] as const;

/** Both strokes of an X around a point. */
export function cross(at: Point, height: number, weight: number): string {
  const arm = (height - weight) * 0.46;
  const corner = (a: number, b: number): string => text(at.x + a * arm, at.y + b * arm);
  return `M${corner(-1, -1)}L${corner(1, 1)}M${corner(1, -1)}L${corner(-1, 1)}`;
}

/** The path of a curve of cubic parts. */
export function curve([start, ...others]: readonly Point[]): string {
  const points = others.map(({ x, y }, i) => (i % 3 === 0 ? "C" : " ") + text(x, y));
  return start ? `M${text(start.x, start.y)}${points.join("")}` : "";
}

/** The control point of an arc curved to its left. */
export function arcControl(start: Point, end: Point): Point {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = Math.hypot(dx, dy);
  const share = length > 0 ? Math.min(BEND * length, MAX_BEND) / length : 0;
  return { x: start.x + dx / 2 + dy * share, y: start.y + dy / 2 - dx * share };
}

/** The point at a share of an arc. */
export function arcPoint(start: Point, control: Point, end: Point, share: number): Point {
  const [a, b, c] = [(1 - share) * (1 - share), 2 * share * (1 - share), share * share];
  return {
    x: a * start.x + b * control.x + c * end.x,
    y: a * start.y + b * control.y + c * end.y,
  };
}

/** A band through a line of squares, slightly longer than from centre to centre. */
export function band(first: Point, last: Point): string {
  const [a, b] = [towards(first, last, -0.5 * LARGE), towards(last, first, -0.5 * LARGE)];
  return `M${text(a.x, a.y)}L${text(b.x, b.y)}`;
}

/** The point at a distance from `start` towards `end`. */
export function towards(start: Point, end: Point, distance: number): Point {
  const share = distance / Math.hypot(end.x - start.x, end.y - start.y);
  return { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share };
}

/** A point in path syntax. */
export function text(x: number, y: number): string {
  return `${Number(x.toFixed(2))} ${Number(y.toFixed(2))}`;
}
