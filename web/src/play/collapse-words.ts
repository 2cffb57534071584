/** Collapses in words: where every mark lands. */

import type { Messages } from "../i18n/languages";
import { type Board, markName, squareName } from "../notation/moves";
import { type Collapse, type Place, isClassical } from "../kernel/types";

type Words = Pick<Messages, "game">;

/** Where the closing mark lands: `O4 lands on 1`. */
export function collapseText(m: Words, board: Board, { square, places }: Collapse): string {
  return m.game.lands({ mark: markName(places.length), square: squareName(board, square) });
}

/** Where all others land, `X1 on 7, O2 on 3`, given where they were; empty if there are none. */
export function otherLandings(
  m: Words,
  board: Board,
  before: readonly Place[],
  { places }: Pick<Collapse, "places">,
): string {
  const others = places.slice(0, -1).flatMap((place, i) => {
    const hasLanded = isClassical(place) && !isClassical(before[i] ?? place);
    return hasLanded
      ? [m.game.landing({ mark: markName(i + 1), square: squareName(board, place[0]) })]
      : [];
  });
  return others.join(", ");
}

/** What follows `collapseText`: `then X1 on 7, O2 on 3`, or nothing. */
export function thenText(...told: Parameters<typeof otherLandings>): string {
  const others = otherLandings(...told);
  return others && told[0].game.then({ others });
}

/** The whole collapse: `O4 lands on 1: then X1 on 7, O2 on 3`. */
export function collapseName(
  m: Words,
  board: Board,
  before: readonly Place[],
  collapse: Collapse,
): string {
  const then = thenText(m, board, before, collapse);
  return collapseText(m, board, collapse) + (then && `: ${then}`);
}
