/** Solved puzzles and the streak of puzzles solved at the first try, saved on this device. */

import { StoredValue } from "../settings/storage";
import type { Grade, Puzzle } from "./puzzles";

interface StreakState {
  /** Solved puzzles, at any try. */
  readonly solved: readonly string[];
  /** Current and best streak. */
  readonly streak: number;
  readonly longest: number;
  /** The last puzzle with a wrong try that is not solved yet. */
  readonly missed: string | null;
}

const NOTHING: StreakState = { solved: [], streak: 0, longest: 0, missed: null };

/** Selected puzzles: one grade, or all. */
export type GradeFilter = Grade | "all";

export class Streak {
  feats: StreakState = $state.raw(NOTHING);
  private readonly stored: StoredValue<StreakState>;

  /** Load the streak; `broken` is called if the saved data is invalid. */
  constructor(
    private readonly puzzles: readonly Puzzle[],
    broken: (error: Error) => void,
    storage?: Storage,
  ) {
    this.stored = new StoredValue("puzzles", storage);
    this.feats = this.stored.read((data) => parseFeats(puzzles, data), broken) ?? NOTHING;
  }

  isSolved({ id }: Puzzle): boolean {
    return this.feats.solved.includes(id);
  }

  /** Record a solution: the streak grows if it was the first try at an unsolved puzzle. */
  solved(puzzle: Puzzle): void {
    if (this.isSolved(puzzle)) return;
    const { solved, streak, longest, missed } = this.feats;
    const now = missed === puzzle.id ? streak : streak + 1;
    this.keep({
      solved: [...solved, puzzle.id],
      streak: now,
      longest: Math.max(longest, now),
      missed: null,
    });
  }

  /** Record a wrong try: the streak ends. */
  missed(puzzle: Puzzle): void {
    if (!this.isSolved(puzzle)) this.keep({ ...this.feats, streak: 0, missed: puzzle.id });
  }

  shown(puzzle: Puzzle): void {
    this.missed(puzzle);
  }

  /** Add puzzles that were solved on other devices; unknown ones are dropped. */
  merge(solved: readonly string[], longest: number): void {
    const ids = this.puzzles.map(({ id }) => id);
    const both = new Set([...this.feats.solved, ...solved]);
    this.keep({
      ...this.feats,
      solved: ids.filter((id) => both.has(id)),
      longest: Math.max(this.feats.longest, longest),
    });
  }

  /** Reset. */
  forget(): void {
    this.keep(NOTHING);
  }

  /** The next unsolved puzzle after `after`; any puzzle if all are solved. */
  next(wanted: GradeFilter, after: Puzzle | null): Puzzle {
    const fitting = this.fitting(wanted);
    const start = after ? fitting.indexOf(after) + 1 : 0;
    const turned = [...fitting.slice(start), ...fitting.slice(0, start)];
    const next = turned.find((each) => !this.isSolved(each)) ?? turned[0];
    if (!next) throw new RangeError(`there is no puzzle of grade ${wanted}`);
    return next;
  }

  /** Number of solved puzzles and of all puzzles. */
  progress(wanted: GradeFilter): { readonly solved: number; readonly all: number } {
    const fitting = this.fitting(wanted);
    return { solved: fitting.filter((each) => this.isSolved(each)).length, all: fitting.length };
  }

  private fitting(wanted: GradeFilter): readonly Puzzle[] {
    return this.puzzles.filter(({ grade }) => wanted === "all" || grade === wanted);
  }

  private keep(feats: StreakState): void {
    this.feats = feats;
    this.stored.write(feats);
  }
}

/** Throws if the data is invalid; unknown puzzles are dropped. */
function parseFeats(puzzles: readonly Puzzle[], data: unknown): StreakState {
  const { solved, streak, longest, missed } = data as Record<keyof StreakState, unknown>;
  const ids = puzzles.map(({ id }) => id);
  if (!Array.isArray(solved)) throw new TypeError("the solved puzzles are missing");
  const best = count(longest, "the longest streak");
  return {
    solved: ids.filter((id) => solved.includes(id)),
    streak: Math.min(count(streak, "the streak"), best),
    longest: best,
    missed: ids.find((id) => id === missed) ?? null,
  };
}

function count(value: unknown, what: string): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0) return value;
  throw new TypeError(`${what} is not a number`);
}
