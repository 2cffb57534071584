/** Results of online games. */

import type { Messages } from "../../i18n/languages";
import { headingOf, winnerOf } from "../../match/result";
import type { Status } from "../../match/words";
import type { OnlineGame } from "../../online/game.svelte";
import type { Ending } from "../../online/log";
import type { OnlineMessages } from "../../online/words";

/** Heading and sentence for results other than on the board. */
export function endingText(
  m: Messages,
  w: OnlineMessages,
  { how, loser }: Ending,
  { people, names }: Pick<OnlineGame, "people" | "names">,
): Status {
  if (how === "agreed" || how === "claimed")
    return { heading: m.result.moods.draw, text: w.endings[how] };
  if (how === "aborted" || !loser) return { heading: w.over, text: w.endings.aborted };
  const heading = headingOf(m, people, loser === "X" ? "O" : "X");
  const text = people.includes(loser) ? w.endings.own[how] : w.endings[how](names[loser]);
  return { heading, text };
}

/** Whether the player at this device has won. */
export function hasWon({ ending, seat, position }: OnlineGame): boolean {
  if (!seat) return false;
  if (ending) return ending.loser !== null && ending.loser !== seat;
  return position.outcome !== null && winnerOf(position.outcome) === seat;
}
