/** Describe and compare krists (R14). */

import type { Messages } from "../i18n/languages";
import type { Line, Player } from "../kernel/types";

/** Number of krists of one length. */
export interface Krists {
  readonly length: number;
  readonly X: number;
  readonly O: number;
}

/** The number of krists by length, longest first. */
export function kristCounts(lines: readonly Line[]): readonly Krists[] {
  const lengths = [...new Set(lines.map(({ squares }) => squares.length))].sort((a, b) => b - a);
  const count = (length: number, player: Player): number =>
    lines.filter((line) => line.squares.length === length && line.player === player).length;
  return lengths.map((length) => ({ length, X: count(length, "X"), O: count(length, "O") }));
}

/** Both players' counts from the longest krists down to the deciding length. */
export function kristText(m: Messages, lines: readonly Line[]): string {
  const counts = kristCounts(lines);
  if (counts.length === 0) return m.result.noKrist;
  const deciding = counts.findIndex(({ X, O }) => X !== O);
  const parts = deciding < 0 ? counts : counts.slice(0, deciding + 1);
  return parts.map((krists) => comparison(m, krists)).join(", ");
}

/** The krists of one player, longest first. */
export function kristTally(m: Messages, lines: readonly Line[], player: Player): string {
  const own = kristCounts(lines).filter((krists) => krists[player] > 0);
  const parts = own.map(({ length, ...count }) => m.game.krists({ count: count[player], length }));
  return parts.join(", ") || m.result.noKrist;
}

function comparison(m: Messages, { length, X, O }: Krists): string {
  if (X === O) return m.result.kristsEach({ count: X, length });
  return m.result.krists({ count: Math.max(X, O), length, others: Math.min(X, O) });
}
