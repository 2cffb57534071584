/** The results of the puzzles of the day, saved on this device. */

import { type Damaged, type Shape, checkVersion, entriesOf } from "../settings/shape";
import { device as here } from "../settings/storage.svelte";
import type { Store } from "../settings/store.svelte";
import { type Day, dayText, parseDay } from "./days";

export interface DayResult {
  /** Number of wrong moves. */
  readonly misses: number;
  /** How it ended, if it did. */
  readonly end: "solved" | "shown" | null;
  /** Whether it was opened after its day, which counts for no streak. */
  readonly isLate: boolean;
}

interface SavedDays {
  readonly version: 1;
  /** By the text of the day. */
  readonly days: Readonly<Record<string, DayResult>>;
}

export const DAYS: Shape<SavedDays> = {
  name: "daily",
  none: { version: 1, days: {} },
  parse: parseDays,
};
const EASY_DAYS = 3;
const NONE: DayResult = { misses: 0, end: null, isLate: false };

export class DailyLog {
  private readonly saved: Store<SavedDays>;

  constructor(device = here) {
    this.saved = device.store(DAYS);
  }

  result(day: Day): DayResult {
    return this.all[dayText(day)] ?? NONE;
  }

  /** All results by the text of the day. */
  get all(): SavedDays["days"] {
    return this.saved.value.days;
  }

  /** Add results of the account; what ended first stays. */
  merge(days: SavedDays["days"]): void {
    this.saved.add((saved) =>
      Object.entries(days).reduce(
        (merged, [text, result]) => withDay(merged, text, (known) => better(known, result)),
        saved,
      ),
    );
  }

  forget(): void {
    this.saved.clear();
  }

  /** Count a wrong move. */
  missed(day: Day): void {
    let misses = 0;
    this.saved.add((saved) =>
      withDay(saved, dayText(day), (before) => {
        misses ||= before.misses + 1;
        return before.end === null && before.misses < misses ? { ...before, misses } : before;
      }),
    );
  }

  /** Record how the puzzle ended, which was opened on `openedOn`. */
  ended(day: Day, end: "solved" | "shown", openedOn: Day): void {
    this.saved.add((saved) =>
      withDay(saved, dayText(day), (before) =>
        before.end === null ? { ...before, end, isLate: day !== openedOn } : before,
      ),
    );
  }

  /** Number of days in a row that were solved in time, up to today or, if it is open, yesterday. */
  streak(today: Day): number {
    const last = this.result(today).end === null ? today - 1 : today;
    let first = last;
    while (this.isInTime(first)) first--;
    return last - first;
  }

  /** The longest streak. */
  get longest(): number {
    const days = Object.keys(this.all).map((text) => parseDay(text) ?? NaN);
    const ends = days.filter((day) => this.isInTime(day) && !this.isInTime(day + 1));
    return Math.max(0, ...ends.map((day) => this.streak(day)));
  }

  /** Whether fewer than three puzzles were solved in time before that day, so that it has an easy one. */
  isNewOn(day: Day): boolean {
    const earlier = Object.keys(this.all).filter((text) => {
      const solved = parseDay(text);
      return solved !== null && solved < day && this.isInTime(solved);
    });
    return earlier.length < EASY_DAYS;
  }

  /** Number of solved puzzles. */
  get solved(): number {
    return Object.values(this.all).filter(({ end }) => end === "solved").length;
  }

  private isInTime(day: Day): boolean {
    const { end, isLate } = this.result(day);
    return end === "solved" && !isLate;
  }
}

/** The days with one changed. */
function withDay(
  saved: SavedDays,
  text: string,
  change: (before: DayResult) => DayResult,
): SavedDays {
  return { ...saved, days: { ...saved.days, [text]: change(saved.days[text] ?? NONE) } };
}

/** The one that ended, or has more wrong moves; the first of equals. */
function better(one: DayResult, other: DayResult): DayResult {
  if ((one.end === null) !== (other.end === null)) return one.end === null ? other : one;
  return one.end === null && other.misses > one.misses ? other : one;
}

const MAX_SQUARES = 6;

/** A result without the solution: a red square for each wrong move, then a green or a white one. */
export function resultSymbols({ misses, end }: DayResult): string {
  const wrong = misses > MAX_SQUARES ? `${misses}×🟥` : "🟥".repeat(misses);
  return wrong + { solved: "🟩", shown: "⬜" }[end ?? "shown"];
}

/** Throws if the data is invalid as a whole. */
function parseDays(data: unknown, damaged: Damaged): SavedDays {
  const saved = data as Record<keyof SavedDays, unknown>;
  checkVersion("days", saved.version);
  const days = entriesOf(saved.days, damaged, (result, text) => {
    const { misses, end, isLate } = result as Record<keyof DayResult, unknown>;
    if (typeof misses !== "number") throw new TypeError(`the wrong moves of ${text} are missing`);
    const known = (["solved", "shown"] as const).find((name) => name === end) ?? null;
    return { ...(result as object), misses, end: known, isLate: isLate === true };
  });
  return { ...saved, version: 1, days };
}
