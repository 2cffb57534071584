/** Number of correspondence games waiting for the user. */

import type { Kernel } from "../../kernel/client";
import { isSlow, runningGames } from "../../online/running";
import { Service, ServiceError } from "../../online/service";
import { slowGames } from "./slow";

/** 0 if the server cannot be reached. */
export async function waitingGames(kernel: Kernel): Promise<number> {
  try {
    const slow = (await runningGames(kernel, new Service())).filter(isSlow);
    if (slow.length === 0) slowGames.clear();
    return slow.filter(({ isOurs }) => isOurs).length;
  } catch (error) {
    if (error instanceof ServiceError) return 0;
    throw error;
  }
}
