/** Calendar days, as numbers that can be counted with. */

/** Days since 1 January 1970. */
export type Day = number;

const DAY_MS = 86_400_000;
export const WEEK = 7;
/** Days from the Monday before 1 January 1970, a Thursday. */
const AFTER_MONDAY = 3;

/** The day on the calendar of this device. */
export function dayOf(date: Date): Day {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;
}

/** Midnight of the day in UTC; format it in that time zone. */
export function dateOf(day: Day): Date {
  return new Date(day * DAY_MS);
}

/** From 0, Monday, to 6, Sunday. */
export function weekdayOf(day: Day): number {
  return modulo(day + AFTER_MONDAY, WEEK);
}

/** The number of the week, which begins on Monday. */
export function weekOf(day: Day): number {
  return Math.floor((day + AFTER_MONDAY) / WEEK);
}

/** For example `2026-11-23`. */
export function dayText(day: Day): string {
  return dateOf(day).toISOString().slice(0, 10);
}

/** The day of a text such as `2026-11-23`; null if there is no such day. */
export function parseDay(text: string): Day | null {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) / DAY_MS : NaN;
  return Number.isNaN(day) || dayText(day) !== text ? null : day;
}

/** The days of a month in weeks from Monday, with null before the first and after the last. */
export function monthOf(day: Day): readonly (Day | null)[][] {
  const date = dateOf(day);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const first = Date.UTC(year, month, 1) / DAY_MS;
  const end = Date.UTC(year, month + 1, 1) / DAY_MS;
  const weeks = weekOf(end - 1) - weekOf(first) + 1;
  const monday = first - weekdayOf(first);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: WEEK }, (_, i) => {
      const here = monday + WEEK * week + i;
      return here >= first && here < end ? here : null;
    }),
  );
}

/** The remainder that is never negative. */
export function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
