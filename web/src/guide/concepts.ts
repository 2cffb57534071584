/** The concepts that a position is the first occasion to explain. */

import { classicalMarks } from "../kernel/position";
import { PLAYERS } from "../kernel/types";
import type { MatchView } from "../match/view";
import { CONCEPTS, type Concept } from "./names";

/** The concepts that the current position shows, the most urgent first. */
export function conceptsIn({
  rules,
  position,
  isOurs,
}: Pick<MatchView, "rules" | "position" | "isOurs">): Concept[] {
  if (rules.marks === "classical") return [];
  const { places, loop, entanglements, lines, outcome } = position;
  const groups = [...entanglements.values()];
  const isThere: Record<Concept, boolean> = {
    half: outcome !== null && PLAYERS.every((player) => outcome.points[player] > 0),
    line: rules.scoring !== "krist" && lines.length > 0,
    choice: loop !== null && isOurs,
    loop: loop !== null && !isOurs,
    stem: loop !== null && loop.stems.length > 0,
    classical: classicalMarks(places).size > 0,
    entanglement: loop === null && new Set(groups).size < groups.length,
    superposition: places.length > 0 && groups.length > 0,
  };
  return CONCEPTS.filter((concept) => isThere[concept]);
}
