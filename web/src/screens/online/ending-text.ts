/** Heading and sentence for results other than on the board. */

import type { Messages } from "../../i18n/languages";
import type { Player } from "../../kernel/types";
import type { Status } from "../../match/words";
import type { Ending } from "../../online/log";
import type { OnlineMessages } from "../../online/words";

export function endingText(
  m: Messages,
  w: OnlineMessages,
  { how, loser }: Ending,
  people: readonly Player[],
): Status {
  if (how === "agreed") return { heading: m.result.noWinner, text: w.endings.agreed };
  if (how === "aborted" || !loser) return { heading: w.over, text: w.endings.aborted };
  const winner = loser === "X" ? "O" : "X";
  const heading = people.includes(winner)
    ? m.result.youWin
    : people.includes(loser)
      ? m.result.youLose
      : m.result.wins(winner);
  return { heading, text: w.endings[how](loser) };
}
