/** Which puzzles somebody has solved on this device, and how many in a row at the first try. */

import { Shelf } from "../settings/storage";
import type { Grade, Puzzle } from "./puzzles";

export interface Feats {
  /** The puzzles that were solved, at whichever try. */
  readonly solved: readonly string[];
  /** How many in a row were solved at the first try, up to now and at best. */
  readonly streak: number;
  readonly longest: number;
  /** The puzzle that was tried last without being solved yet: its first try is spent. */
  readonly missed: string | null;
}

const NOTHING: Feats = { solved: [], streak: 0, longest: 0, missed: null };

/** Which puzzles are wanted: those of one grade, or of all. */
export type Wanted = Grade | "all";

export class Streak {
  feats: Feats = $state.raw(NOTHING);
  private readonly shelf: Shelf<Feats>;

  /** A streak in these puzzles; `broken` is told that what was kept cannot be read. */
  constructor(
    private readonly puzzles: readonly Puzzle[],
    broken: (error: Error) => void,
    storage?: Storage,
  ) {
    this.shelf = new Shelf("puzzles", storage);
    this.feats = this.shelf.read((data) => parseFeats(puzzles, data), broken) ?? NOTHING;
  }

  isSolved({ id }: Puzzle): boolean {
    return this.feats.solved.includes(id);
  }

  /** A right move was made: the streak grows if it was the first try at an unsolved puzzle. */
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

  /** A wrong move was made, or the solution was asked for: that ends the streak. */
  missed(puzzle: Puzzle): void {
    if (!this.isSolved(puzzle)) this.keep({ ...this.feats, streak: 0, missed: puzzle.id });
  }

  /** Everything anew. */
  forget(): void {
    this.keep(NOTHING);
  }

  /** The next puzzle behind `after` that was not solved yet; any, if all of them were. */
  next(wanted: Wanted, after: Puzzle | null): Puzzle {
    const fitting = this.fitting(wanted);
    const start = after ? fitting.indexOf(after) + 1 : 0;
    const turned = [...fitting.slice(start), ...fitting.slice(0, start)];
    const next = turned.find((each) => !this.isSolved(each)) ?? turned[0];
    if (!next) throw new RangeError(`there is no puzzle of grade ${wanted}`);
    return next;
  }

  /** How many puzzles were solved, and how many there are. */
  progress(wanted: Wanted): { readonly solved: number; readonly all: number } {
    const fitting = this.fitting(wanted);
    return { solved: fitting.filter((each) => this.isSolved(each)).length, all: fitting.length };
  }

  private fitting(wanted: Wanted): readonly Puzzle[] {
    return this.puzzles.filter(({ grade }) => wanted === "all" || grade === wanted);
  }

  private keep(feats: Feats): void {
    this.feats = feats;
    this.shelf.write(feats);
  }
}

/** Throws for what was not written here; puzzles that are no more are left out. */
function parseFeats(puzzles: readonly Puzzle[], data: unknown): Feats {
  const { solved, streak, longest, missed } = data as Record<keyof Feats, unknown>;
  const ids = puzzles.map(({ id }) => id);
  if (!Array.isArray(solved)) throw new TypeError("the solved puzzles are missing");
  const most = count(longest, "the longest streak");
  return {
    solved: ids.filter((id) => solved.includes(id)),
    streak: Math.min(count(streak, "the streak"), most),
    longest: most,
    missed: ids.find((id) => id === missed) ?? null,
  };
}

function count(value: unknown, what: string): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0) return value;
  throw new TypeError(`${what} is no number`);
}
