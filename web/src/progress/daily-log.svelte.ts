/** The results of the puzzles of the day, saved on this device. */

import { StoredValue } from "../settings/storage";
import { type Day, dayText, parseDay } from "./days";

export interface DayResult {
  /** Number of wrong moves. */
  readonly misses: number;
  /** How it ended, if it did. */
  readonly end: "solved" | "shown" | null;
  /** Whether it was solved after its day, which counts for no streak. */
  readonly isLate: boolean;
}

interface SavedDays {
  readonly version: 1;
  /** By the text of the day. */
  readonly days: Readonly<Record<string, DayResult>>;
}

const NONE: DayResult = { misses: 0, end: null, isLate: false };

export class DailyLog {
  private days: SavedDays["days"] = $state.raw({});
  private readonly stored: StoredValue<SavedDays>;

  /** Load the results; `broken` is called if the saved data is invalid. */
  constructor(broken: (error: Error) => void, storage?: Storage | null) {
    this.stored = new StoredValue("daily", storage);
    this.days = this.stored.read(parseDays, broken)?.days ?? {};
  }

  result(day: Day): DayResult {
    return this.days[dayText(day)] ?? NONE;
  }

  /** All results by the text of the day. */
  get all(): SavedDays["days"] {
    return this.days;
  }

  /** Replace results by those of the account, which are at least as good. */
  merge(days: SavedDays["days"]): void {
    this.write({ ...this.days, ...days });
  }

  forget(): void {
    this.write({});
  }

  /** Count a wrong move. */
  missed(day: Day): void {
    const { misses } = this.result(day);
    this.keep(day, { misses: misses + 1 });
  }

  /** Record how the puzzle ended on `today`. */
  ended(day: Day, end: "solved" | "shown", today: Day): void {
    this.keep(day, { end, isLate: day !== today });
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
    const days = Object.keys(this.days).map((text) => parseDay(text) ?? NaN);
    const ends = days.filter((day) => this.isInTime(day) && !this.isInTime(day + 1));
    return Math.max(0, ...ends.map((day) => this.streak(day)));
  }

  /** Number of solved puzzles. */
  get solved(): number {
    return Object.values(this.days).filter(({ end }) => end === "solved").length;
  }

  private isInTime(day: Day): boolean {
    const { end, isLate } = this.result(day);
    return end === "solved" && !isLate;
  }

  /** Change a result that is open. */
  private keep(day: Day, changed: Partial<DayResult>): void {
    const before = this.result(day);
    if (before.end !== null) return;
    this.write({ ...this.days, [dayText(day)]: { ...before, ...changed } });
  }

  private write(days: SavedDays["days"]): void {
    this.days = days;
    this.stored.write({ version: 1, days });
  }
}

const MAX_DOTS = 6;

/** A result without the solution: a dotted ring for each wrong move, then a disc or a cross. */
export function resultSymbols({ misses, end }: DayResult): string {
  const rings = misses > MAX_DOTS ? `${misses}×◌` : "◌".repeat(misses);
  return rings + { solved: "●", shown: "✕" }[end ?? "shown"];
}

/** Throws `TypeError` if the data is invalid. */
function parseDays(data: unknown): SavedDays {
  const { version, days } = data as Record<keyof SavedDays, unknown>;
  if (version !== 1) throw new TypeError(`days of version ${String(version)} cannot be read`);
  const entries = Object.entries(days as object).map(([text, result]) => {
    const { misses, end, isLate } = result as Record<keyof DayResult, unknown>;
    if (typeof misses !== "number") throw new TypeError(`the wrong moves of ${text} are missing`);
    const known = (["solved", "shown"] as const).find((each) => each === end) ?? null;
    return [text, { misses, end: known, isLate: isLate === true }] as const;
  });
  return { version, days: Object.fromEntries(entries) };
}
