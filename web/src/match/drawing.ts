/** Drawing by chance from what there is. */

import type { Chance } from "./chance";

/** One of these, each equally likely. Throws `RangeError` if there is none. */
export function pick<T>(chance: Chance, list: readonly T[]): T {
  if (list.length === 0) throw new RangeError("there is nothing to draw from");
  return list[chance.below(list.length)] as T;
}

/** All of these in any order, each equally likely. */
export function shuffled<T>(chance: Chance, list: readonly T[]): T[] {
  const left = [...list];
  return list.map(() => left.splice(chance.below(left.length), 1)[0] as T);
}
