/**
 * What links and arrows avoid: the ink of marks, numbers and names, as circles, and rims;
 * counterpart of `obstacles.py` in `src/qttt/notation`.
 */

import { playerOf } from "../kernel/types";
import type { Cell, Layout, MarkSize, Point } from "./layout";
import { CAP, DIGIT, LARGE, LARGE_NUMBER } from "./theme";

const [X_RADIUS, O_RADIUS] = [0.63, 0.5] as const;
const DIGIT_RADIUS = 0.46;
const NAME_RADIUS = 0.7;

interface PlacedMark extends Cell {
  readonly mark: number;
  readonly size: MarkSize;
}

interface LandedMark {
  readonly mark: number;
  readonly square: number;
  readonly at: Point;
  readonly hasNumber: boolean;
}

export interface Obstacles {
  readonly ink: readonly Cell[];
  readonly rims: readonly Cell[];
}

export function obstaclesOf(
  layout: Layout,
  small: readonly PlacedMark[],
  large: readonly LandedMark[],
): Obstacles {
  return {
    ink: [
      ...layout.labels().map((at) => ({ at, radius: NAME_RADIUS * layout.nameSize })),
      ...small.flatMap(({ mark, at, size }) => [
        symbolInk(mark, at, size.height),
        ...numberInk(mark, numberAt(at, size), size.number),
      ]),
      ...large.flatMap(({ mark, at, square, hasNumber }) => [
        symbolInk(mark, at, LARGE),
        ...(hasNumber ? largeNumberInk(mark, square, layout) : []),
      ]),
    ],
    rims: small,
  };
}

function numberAt(at: Point, size: MarkSize): Point {
  return { x: at.x + size.at.x, y: at.y + size.at.y };
}

function largeNumberInk(mark: number, square: number, layout: Layout): Cell[] {
  const { x, y } = layout.numberCorner(square);
  return numberInk(mark, { x: x - DIGIT * LARGE_NUMBER * `${mark}`.length, y }, LARGE_NUMBER);
}

function symbolInk(mark: number, at: Point, height: number): Cell {
  return { at, radius: height * (playerOf(mark) === "X" ? X_RADIUS : O_RADIUS) };
}

function numberInk(mark: number, start: Point, size: number): Cell[] {
  return [...`${mark}`].map((_, place) => ({
    at: { x: start.x + (place + 0.5) * DIGIT * size, y: start.y - (CAP / 2) * size },
    radius: DIGIT_RADIUS * size,
  }));
}
