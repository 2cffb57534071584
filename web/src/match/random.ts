/** Random selection. */

import type { Chance } from "./chance";

/** A uniformly random element. Throws `RangeError` if the list is empty. */
export function pick<T>(chance: Chance, list: readonly T[]): T {
  if (list.length === 0) throw new RangeError("there is nothing to draw from");
  return list[chance.below(list.length)] as T;
}

/** A uniformly random permutation. */
export function shuffled<T>(chance: Chance, list: readonly T[]): T[] {
  const left = [...list];
  return list.map(() => left.splice(chance.below(left.length), 1)[0] as T);
}
