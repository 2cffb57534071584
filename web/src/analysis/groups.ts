/** Moves with the same verdict, grouped to shorten long lists of moves. */

import type { Judged, Judgement, Verdict } from "./judgement";

export interface Group {
  /** Identifies the group. */
  readonly key: string;
  readonly verdict: Verdict;
  /**
   * One of the moves; all of them have its value, loss and delay, as far as these are displayed.
   */
  readonly first: Judged;
  readonly moves: readonly Judged[];
  /** Whether the values are proven. */
  readonly isExact: boolean;
}

/** Estimates are grouped by tenths of a point. */
const TENTHS = 10;

/** The groups in the order of their moves, best first. */
export function grouped({ moves, margin }: Judgement): Group[] {
  const groups = new Map<string, Judged[]>();
  for (const judged of moves) {
    const key = keyOf(judged, margin);
    groups.set(key, [...(groups.get(key) ?? []), judged]);
  }
  return [...groups].map(([key, moves]) => {
    const first = moves[0] as Judged;
    const isExact = moves.every((each) => each.isExact) && margin === 0;
    return { key, verdict: first.verdict, first, moves, isExact };
  });
}

function keyOf({ verdict, value, loss, plies }: Judged, margin: number): string {
  if (margin > 0) return `${verdict} ${Math.round(TENTHS * loss)}`;
  return verdict === "loses" ? `loses ${value}` : [verdict, value, plies].join(" ");
}
