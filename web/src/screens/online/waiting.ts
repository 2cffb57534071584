/** Games that go on while nobody looks: the first screen says how many wait for oneself. */

import type { Kernel } from "../../kernel/client";
import { isSlow, runningGames } from "../../online/running";
import { Service, ServiceError } from "../../online/service";
import { slowGames } from "./slow";

/** How many slow games wait for oneself; none where the server cannot be reached. */
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
