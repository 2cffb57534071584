/** Moves with the same verdict, grouped to shorten long lists of moves. */

import type { JudgedMove, Judgement, Verdict } from "./judgement";

export interface MoveGroup {
  /** Identifies the group. */
  readonly key: string;
  readonly verdict: Verdict;
  /**
   * One of the moves; all of them have its value, loss and delay, as far as these are displayed.
   */
  readonly first: JudgedMove;
  readonly moves: readonly JudgedMove[];
  /** Whether the values are proven. */
  readonly isExact: boolean;
}

/** Estimates are grouped by tenths of a point. */
const TENTHS = 10;

/** The groups in the order of their moves, best first. */
export function groupMoves({ moves, margin }: Judgement): MoveGroup[] {
  const groups = new Map<string, JudgedMove[]>();
  for (const judged of moves) {
    const key = keyOf(judged, margin);
    groups.set(key, [...(groups.get(key) ?? []), judged]);
  }
  return [...groups].map(([key, moves]) => {
    const first = moves[0] as JudgedMove;
    const isExact = moves.every((each) => each.isExact) && margin === 0;
    return { key, verdict: first.verdict, first, moves, isExact };
  });
}

function keyOf({ verdict, value, loss, plies }: JudgedMove, margin: number): string {
  if (margin > 0) return `${verdict} ${Math.round(TENTHS * loss)}`;
  return verdict === "loses" ? `loses ${value}` : [verdict, value, plies].join(" ");
}
