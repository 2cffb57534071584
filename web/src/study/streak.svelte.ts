/** Solved puzzles and the streak of puzzles solved at the first try, saved on this device. */

import type { Damaged, Shape } from "../settings/shape";
import { device as here } from "../settings/storage.svelte";
import type { Store } from "../settings/store.svelte";
import { type Grade, type Puzzle, isEasy } from "./puzzles";

interface StreakState {
  /** Solved puzzles, at any try; also those that this version does not have. */
  readonly solved: readonly string[];
  /** Current and best streak. */
  readonly streak: number;
  readonly longest: number;
  /** Puzzles with a wrong try that are not solved yet. */
  readonly missed: readonly string[];
}

export const FEATS: Shape<StreakState> = {
  name: "puzzles",
  none: { solved: [], streak: 0, longest: 0, missed: [] },
  parse: parseFeats,
};

/** Number of puzzles that somebody solves before harder ones come without being asked for. */
const EASY_PUZZLES = 10;

/** Selected puzzles: one grade, or all. */
export type GradeFilter = Grade | "all";

export class Streak {
  private readonly saved: Store<StreakState>;

  constructor(
    private readonly puzzles: readonly Puzzle[],
    device = here,
  ) {
    this.saved = device.store(FEATS);
  }

  get feats(): StreakState {
    return this.saved.value;
  }

  isSolved({ id }: Puzzle): boolean {
    return this.feats.solved.includes(id);
  }

  /** Record a solution: the streak grows if it was the first try at an unsolved puzzle. */
  solved({ id }: Puzzle): void {
    this.saved.add((feats) => {
      if (feats.solved.includes(id)) return feats;
      const isFirstTry = !feats.missed.includes(id);
      const streak = isFirstTry ? feats.streak + 1 : feats.streak;
      return {
        ...feats,
        solved: [...feats.solved, id],
        streak,
        longest: Math.max(feats.longest, streak),
        missed: feats.missed.filter((other) => other !== id),
      };
    });
  }

  /** Record a wrong try: the streak ends. */
  missed({ id }: Puzzle): void {
    this.saved.add((feats, isRepeated) => {
      const isKnown = feats.solved.includes(id) || (isRepeated && feats.missed.includes(id));
      if (isKnown) return feats;
      return { ...feats, streak: 0, missed: [...new Set([...feats.missed, id])] };
    });
  }

  shown(puzzle: Puzzle): void {
    this.missed(puzzle);
  }

  /** Add puzzles that were solved on other devices; unknown ones are dropped. */
  merge(solved: readonly string[], longest: number): void {
    const known = this.puzzles.map(({ id }) => id).filter((id) => solved.includes(id));
    this.saved.add((feats) => ({
      ...feats,
      solved: [...new Set([...feats.solved, ...known])],
      longest: Math.max(feats.longest, longest),
    }));
  }

  /** Reset. */
  forget(): void {
    this.saved.clear();
  }

  /** The next unsolved puzzle after `after`, easy at first; any puzzle if all are solved. */
  next(wanted: GradeFilter, after: Puzzle | null): Puzzle {
    const all = this.fitting(wanted);
    const isNew = wanted === "all" && this.feats.solved.length < EASY_PUZZLES;
    const fitting = isNew ? all.filter(isEasy) : all;
    const start = after ? fitting.indexOf(after) + 1 : 0;
    const turned = [...fitting.slice(start), ...fitting.slice(0, start)];
    const next = turned.find((puzzle) => !this.isSolved(puzzle)) ?? turned[0];
    if (!next) throw new RangeError(`there is no puzzle of grade ${wanted}`);
    return next;
  }

  /** Number of solved puzzles and of all puzzles. */
  progress(wanted: GradeFilter): { readonly solved: number; readonly all: number } {
    const fitting = this.fitting(wanted);
    return {
      solved: fitting.filter((puzzle) => this.isSolved(puzzle)).length,
      all: fitting.length,
    };
  }

  private fitting(wanted: GradeFilter): readonly Puzzle[] {
    return this.puzzles.filter(({ grade }) => wanted === "all" || grade === wanted);
  }
}

/** Throws if the data is invalid as a whole; a damaged figure counts as 0. */
function parseFeats(data: unknown, damaged: Damaged): StreakState {
  const saved = data as Record<keyof StreakState, unknown>;
  if (!Array.isArray(saved.solved)) throw new TypeError("the solved puzzles are missing");
  const isId = (id: unknown): id is string => {
    if (typeof id !== "string") damaged({ solved: [id] });
    return typeof id === "string";
  };
  const figure = (name: "streak" | "longest"): number => {
    const value = saved[name];
    if (typeof value === "number" && Number.isInteger(value) && value >= 0) return value;
    damaged({ [name]: value });
    return 0;
  };
  const streak = figure("streak");
  return {
    ...saved,
    solved: saved.solved.filter(isId),
    streak,
    longest: Math.max(figure("longest"), streak),
    // One puzzle in data of earlier versions.
    missed: [saved.missed ?? []].flat().filter((id) => typeof id === "string"),
  };
}
