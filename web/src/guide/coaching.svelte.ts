/** Hints in the first games: a sentence when a concept occurs for the first time. */

import { StoredValue } from "../settings/storage";
import { CONCEPTS, type Concept } from "./names";

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
