/** Number of correspondence games waiting for the user. */

import type { Kernel } from "../../kernel/client";
import { isCorrespondence, runningGames } from "../../online/running-games";
import { Service, ServiceError } from "../../online/service";
import { playsCorrespondence } from "./correspondence";

/** 0 if the server cannot be reached. */
export async function waitingGames(kernel: Kernel): Promise<number> {
  try {
    const slow = (await runningGames(kernel, new Service())).filter(isCorrespondence);
    if (slow.length === 0) playsCorrespondence.clear();
    return slow.filter(({ isOurs }) => isOurs).length;
  } catch (error) {
    if (error instanceof ServiceError) return 0;
    throw error;
  }
}
