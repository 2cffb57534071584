/** Who has a page of their own, and which rating of theirs a game is about. */

import { paceOf } from "./clocks";
import type { Person, Ranked } from "./service";
import type { Terms, Who } from "./wire";

/** What the server calls guests; nobody can choose such a name. */
const GUEST = /^Guest \d+$/;

/** Whether there is a page about somebody: about accounts, not about guests and computers. */
export function hasPage({ name, level }: Pick<Who, "name" | "level">): boolean {
  return level === null && !GUEST.test(name);
}

/** The rating that a game changes; null for somebody who has none of this kind. */
export function ratingFor(
  { ratings }: Pick<Person, "ratings">,
  { rules, clock }: Pick<Terms, "rules" | "clock">,
): Ranked | null {
  const pace = paceOf(clock);
  return ratings.find((each) => each.rules === rules && each.pace === pace) ?? null;
}
