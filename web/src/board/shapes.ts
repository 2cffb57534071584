/** Shapes of the board as SVG paths; counterpart of `src/qttt/notation/shapes.py`. */

import type { Point } from "./layout";
import { LARGE } from "./theme";

/** Both strokes of an X around a point. */
export function cross(at: Point, height: number, weight: number): string {
  const arm = (height - weight) * 0.46;
  const corner = (a: number, b: number): string => text(at.x + a * arm, at.y + b * arm);
  return `M${corner(-1, -1)}L${corner(1, 1)}M${corner(1, -1)}L${corner(-1, 1)}`;
}

/**
 * A link: an arc curved to its left so that two links never coincide, ending `trim` short of the
 * marks.
 */
export function linkArc(start: Point, end: Point, trim: number): string {
  const control = arcControl(start, end);
  const [a, b] = [towards(start, control, trim), towards(end, control, trim)];
  return `M${text(a.x, a.y)}Q${text(control.x, control.y)} ${text(b.x, b.y)}`;
}

/** The control point of an arc curved to its left. */
export function arcControl(start: Point, end: Point): Point {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = Math.hypot(dx, dy);
  const bend = length > 0 ? Math.min(0.14 * length, 24) / length : 0;
  return { x: start.x + dx / 2 + dy * bend, y: start.y + dy / 2 - dx * bend };
}

/** The point at a share of an arc. */
export function arcPoint(start: Point, control: Point, end: Point, share: number): Point {
  const [a, b, c] = [(1 - share) ** 2, 2 * share * (1 - share), share ** 2];
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

/** Underline of a mark that can be chosen. */
export function underline(at: Point, height: number): string {
  const [y, half] = [at.y + 0.98 * height, 0.85 * height];
  return `M${text(at.x - half, y)}L${text(at.x + half, y)}`;
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
