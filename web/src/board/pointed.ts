/** Which mark of a pending loop a tap points at. */

import type { Choice } from "../kernel/types";
import type { Point } from "./layout";

export interface Candidate {
  readonly choice: Choice;
  readonly at: Point;
}

/**
 * A tap is clear if its distance from the nearest mark is at most this share of the distance from
 * any mark with the opposite outcome.
 */
export const CLEAR_SHARE = 0.7;

/** The choice at a point: `unclear` between opposite outcomes, undefined without candidates. */
export function pointedAt(
  candidates: readonly Candidate[],
  { x, y }: Point,
): Choice | "unclear" | undefined {
  const distance = ({ at }: Candidate): number => Math.hypot(at.x - x, at.y - y);
  const sorted = [...candidates].sort((one, other) => distance(one) - distance(other));
  const [first] = sorted;
  const rival = sorted.find(({ choice }) => choice.collapse !== first?.choice.collapse);
  if (first && rival && distance(first) > CLEAR_SHARE * distance(rival)) return "unclear";
  return first?.choice;
}
