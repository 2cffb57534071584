/** The user's games in progress. */

import type { Kernel } from "../kernel/client";
import type { Player } from "../kernel/types";
import { paceOf } from "./clocks";
import { deciderIn } from "./apply-entry";
import type { ListedGame, Service } from "./service";

export interface RunningGame extends ListedGame {
  readonly seat: Player | null;
  /** Whether it is the user's turn. */
  readonly isOurs: boolean;
}

/** The games in progress, those where it is the user's turn first. */
export async function runningGames(kernel: Kernel, service: Service): Promise<RunningGame[]> {
  const { games } = await service.playing();
  const running = await Promise.all(
    games.map(async (each) => {
      const whole = await service.whole(each.game);
      const decider = await deciderIn(kernel, whole);
      const { seat } = whole;
      return { ...each, seat, isOurs: decider !== null && decider === seat };
    }),
  );
  return running.sort((one, other) => Number(other.isOurs) - Number(one.isOurs));
}

/** Whether the players of a game stay until it is over. */
export function isLive({ clock }: Pick<ListedGame, "clock">): boolean {
  return paceOf(clock) === "live";
}
