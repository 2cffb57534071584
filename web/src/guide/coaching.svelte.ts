/** Hints in the first games: a sentence when a concept occurs for the first time. */

import { classicalMarks } from "../kernel/types";
import type { MatchView } from "../play/view";
import type { Shape } from "../settings/shape";
import { device as here } from "../settings/storage.svelte";
import type { Store } from "../settings/store.svelte";

/** What hints explain, the most urgent first. */
const CONCEPTS = ["loop", "stem", "classical", "entanglement", "superposition"] as const;
export type Concept = (typeof CONCEPTS)[number];

const MAX_GAMES = 3;

interface SavedCoaching {
  readonly seen: readonly Concept[];
  /** Number of finished games. */
  readonly games: number;
}

export const COACHING: Shape<SavedCoaching> = {
  name: "coaching",
  none: { seen: [], games: 0 },
  parse(data) {
    const saved = data as SavedCoaching;
    if (!Array.isArray(saved.seen) || typeof saved.games !== "number")
      throw new TypeError("the explained concepts are missing");
    return saved;
  },
};

export class Coaching {
  /** The concept that is explained now. */
  shown: Concept | null = $state(null);
  private readonly saved: Store<SavedCoaching>;
  private readonly isActive: boolean;

  constructor(device = here) {
    this.saved = device.store(COACHING);
    this.isActive = this.saved.value.games < MAX_GAMES;
  }

  /** Explain the first new concept of these, and nothing that is no longer on the board. */
  look(concepts: readonly Concept[]): void {
    const next = concepts.find((concept) => !this.saved.value.seen.includes(concept));
    if (this.isActive && next) {
      this.shown = next;
      this.saved.add((saved) => ({ ...saved, seen: [...new Set([...saved.seen, next])] }));
    } else if (this.shown && !concepts.includes(this.shown)) this.shown = null;
  }

  /** Count a finished game. */
  finish(): void {
    this.saved.set((saved) => ({ ...saved, games: saved.games + 1 }));
  }
}

/** Explain everything again from the next game on. */
export function restartCoaching(device = here): void {
  device.store(COACHING).clear();
}

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
