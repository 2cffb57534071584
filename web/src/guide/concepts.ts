/** The concepts that a position is the first occasion to explain. */

import { classicalMarks } from "../kernel/position";
import type { MatchView } from "../match/view";
import { CONCEPTS, type Concept } from "./names";

/**
 * The concepts that the current position shows, the most urgent first; none while one chooses and
 * after the end, which the status explains.
 */
export function conceptsIn({
  rules,
  position,
  isOurs,
}: Pick<MatchView, "rules" | "position" | "isOurs">): Concept[] {
  const { places, loop, entanglements, outcome } = position;
  if (rules.marks === "classical" || outcome || (loop && isOurs)) return [];
  const groups = [...entanglements.values()];
  const isThere: Record<Concept, boolean> = {
    loop: loop !== null,
    stem: loop !== null && loop.stems.length > 0,
    classical: classicalMarks(places).size > 0,
    entanglement: loop === null && new Set(groups).size < groups.length,
    superposition: places.length > 0 && groups.length > 0,
  };
  return CONCEPTS.filter((concept) => isThere[concept]);
}
