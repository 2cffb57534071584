/** Results of online games. */

import type { Messages } from "../../i18n/languages";
import { headingOf, winnerOf } from "../../match/result";
import type { Status } from "../../match/words";
import type { Player } from "../../kernel/types";
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
  const text = people.includes(loser) ? w.endings.own[how] : w.endings[how]({ name: names[loser] });
  return { heading, text };
}

/** Null for a draw; undefined if the game was aborted. */
export function onlineWinner({
  ending,
  position: { outcome },
}: OnlineGame): Player | null | undefined {
  if (ending?.loser) return ending.loser === "X" ? "O" : "X";
  if (ending?.how === "agreed") return null;
  return outcome ? winnerOf(outcome) : undefined;
}

/** Whether the player at this device has won. */
export function hasWon(game: OnlineGame): boolean {
  return game.seat !== null && onlineWinner(game) === game.seat;
}
