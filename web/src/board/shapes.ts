/** Shapes of the board as SVG paths; counterpart of `src/qttt/notation/shapes.py`. */

import type { Cell, Point } from "./layout";
import { BEND, BENDS, CLEARANCE, LARGE, MAX_BEND, STEPS } from "./theme";

/** Both strokes of an X around a point. */
export function cross(at: Point, height: number, weight: number): string {
  const arm = (height - weight) * 0.46;
  const corner = (a: number, b: number): string => text(at.x + a * arm, at.y + b * arm);
  return `M${corner(-1, -1)}L${corner(1, 1)}M${corner(1, -1)}L${corner(-1, 1)}`;
}

/**
 * A link: an arc from rim to rim that avoids other marks where possible. It prefers to bend to its
 * left, so that opposite links do not coincide.
 */
export function linkArc(
  start: Cell,
  end: Cell,
  obstacles: readonly Cell[],
  size: { readonly width: number; readonly height: number },
): string {
  const arcs = BENDS.map((bend) => {
    const control = arcControl(start.at, end.at, bend);
    return { control, collisions: collisions(start.at, control, end.at, obstacles, size) };
  });
  const { control } = arcs.reduce((a, b) => (b.collisions < a.collisions ? b : a));
  const a = towards(start.at, control, start.radius);
  const b = towards(end.at, control, end.radius);
  return `M${text(a.x, a.y)}Q${text(control.x, control.y)} ${text(b.x, b.y)}`;
}

/** How often points of an arc are on an obstacle or outside the picture. */
function collisions(
  start: Point,
  control: Point,
  end: Point,
  obstacles: readonly Cell[],
  { width, height }: { readonly width: number; readonly height: number },
): number {
  let count = 0;
  for (let step = 1; step < STEPS; step++) {
    const { x, y } = arcPoint(start, control, end, step / STEPS);
    const isInside =
      x > CLEARANCE && x < width - CLEARANCE && y > CLEARANCE && y < height - CLEARANCE;
    if (!isInside) count += 1;
    for (const { at, radius } of obstacles) {
      const [dx, dy, r] = [x - at.x, y - at.y, radius + CLEARANCE];
      if (dx * dx + dy * dy < r * r) count += 1;
    }
  }
  return count;
}

/** The control point of an arc curved to its left. */
export function arcControl(start: Point, end: Point, bend: number = BEND): Point {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = Math.hypot(dx, dy);
  const most = Math.min(BEND * length, MAX_BEND);
  const share = length > 0 ? ((bend / BEND) * most) / length : 0;
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
