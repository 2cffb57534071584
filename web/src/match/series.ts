/** Describe a series of games. */

import type { Messages } from "../i18n/languages";
import type { Match } from "./match.svelte";
import { pointsText, seatName } from "./words";

/** The leader after all games so far; null before the second game. */
export function seriesText(
  m: Messages,
  match: Pick<Match, "setup" | "people" | "standing">,
): string | null {
  const { X, O, games } = match.standing;
  if (games < 2) return null;
  const points = `${pointsText(Math.max(X, O))}–${pointsText(Math.min(X, O))}`;
  const played = m.game.series(games);
  if (X === O) return m.game.tied(points, played);
  const leader = X > O ? "X" : "O";
  if (!match.people.includes(leader)) return m.game.computerLeads(points, played);
  if (match.people.length === 1) return m.game.youLead(points, played);
  return m.game.playerLeads(seatName(m, match, leader), points, played);
}
