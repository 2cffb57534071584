/** Profile pages and ratings of players. */

import { paceOf } from "./clocks";
import type { Profile, RulesRating } from "./service";
import type { Terms, PlayerInfo } from "./wire";

/** Names of guests; the server reserves them. */
const GUEST = /^Guest \d+$/;

/** Whether a player has a profile page: accounts do, guests and computers do not. */
export function hasPage({ name, level }: Pick<PlayerInfo, "name" | "level">): boolean {
  return level === null && !GUEST.test(name);
}

/** The rating affected by a game; null if the player has none of this kind. */
export function ratingFor(
  { ratings }: Pick<Profile, "ratings">,
  { rules, clock }: Pick<Terms, "rules" | "clock">,
): RulesRating | null {
  const pace = paceOf(clock);
  return ratings.find((each) => each.rules === rules && each.pace === pace) ?? null;
}
