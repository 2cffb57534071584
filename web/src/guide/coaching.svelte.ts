/** Hints in the first games: a sentence when a concept occurs for the first time. */

import { classicalMarks } from "../kernel/types";
import type { MatchView } from "../match/view";
import { StoredValue } from "../settings/storage";

/** What hints explain, the most urgent first. */
const CONCEPTS = ["loop", "stem", "classical", "entanglement", "superposition"] as const;
export type Concept = (typeof CONCEPTS)[number];

const MAX_GAMES = 3;

interface SavedCoaching {
  readonly seen: readonly Concept[];
  /** Number of finished games. */
  readonly games: number;
}

function parseCoaching(data: unknown): SavedCoaching {
  const { seen, games } = data as SavedCoaching;
  return { seen: CONCEPTS.filter((each) => seen.includes(each)), games: Number(games) };
}

export class Coaching {
  /** The concept that is explained now. */
  shown: Concept | null = $state(null);
  private saved: SavedCoaching;
  private readonly stored: StoredValue<SavedCoaching>;
  private readonly isActive: boolean;

  constructor(storage?: Storage) {
    this.stored = new StoredValue("coaching", storage);
    this.saved = this.stored.read(parseCoaching, () => undefined) ?? { seen: [], games: 0 };
    this.isActive = this.saved.games < MAX_GAMES;
  }

  /** Explain the first new concept of these, and nothing that is no longer on the board. */
  look(concepts: readonly Concept[]): void {
    const next = concepts.find((concept) => !this.saved.seen.includes(concept));
    if (this.isActive && next) {
      this.shown = next;
      this.write({ ...this.saved, seen: [...this.saved.seen, next] });
    } else if (this.shown && !concepts.includes(this.shown)) this.shown = null;
  }

  /** Count a finished game. */
  finish(): void {
    this.write({ ...this.saved, games: this.saved.games + 1 });
  }

  private write(saved: SavedCoaching): void {
    this.saved = saved;
    this.stored.write(saved);
  }
}

/** Explain everything again from the next game on. */
export function restartCoaching(): void {
  new StoredValue("coaching").clear();
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
