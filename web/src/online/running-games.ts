/** The user's games in progress. */

import { paceOf } from "./clocks";
import type { ListedGame, PlayedGame, Service } from "./service";

export interface RunningGame extends PlayedGame {
  /** Whether it is the user's turn. */
  readonly isOurs: boolean;
}

/** The games in progress, those where it is the user's turn first; the app's icon counts them. */
export async function runningGames(service: Service): Promise<RunningGame[]> {
  const { games } = await service.playing();
  const running = games.map((each) => ({ ...each, isOurs: each.turn === each.seat }));
  showBadge(running.filter((each) => each.isOurs && !isLive(each)).length);
  return running.sort((one, other) => Number(other.isOurs) - Number(one.isOurs));
}

/** Update the number on the icon of an installed app. */
export async function updateBadge(service: Service): Promise<void> {
  if ("setAppBadge" in navigator) await runningGames(service);
}

/** Remove the number, as after a logout. */
export function clearBadge(): void {
  showBadge(0);
}

/** Whether the players of a game stay until it is over. */
export function isLive({ clock }: Pick<ListedGame, "clock">): boolean {
  return paceOf(clock) === "live";
}

/** Show the number of correspondence games that await the user on the icon of an installed app. */
function showBadge(count: number): void {
  // Rejected by browsers that have no icon to show it on.
  if ("setAppBadge" in navigator) navigator.setAppBadge(count).catch(() => undefined);
}
