/** Calendar days. */

import { expect, test } from "vitest";

import {
  dateOf,
  dayOf,
  dayText,
  monthOf,
  parseDay,
  weekOf,
  weekdayOf,
} from "../../src/progress/days";

const YEARS = Array.from({ length: 4 * 366 }, (_, i) => 20_400 + i);

test("a day is the one on the wall, at any hour", () => {
  for (const hour of [0, 12, 23])
    expect(dayText(dayOf(new Date(2026, 10, 23, hour, 59)))).toBe("2026-11-23");
});

test("days are written and read", () => {
  for (const day of YEARS) expect(parseDay(dayText(day))).toBe(day);
  for (const text of ["", "today", "2026-02-30", "2026-2-3", "2026-13-01", "2026-01-01T00:00"])
    expect(parseDay(text)).toBeNull();
});

test("weeks begin on Monday", () => {
  for (const day of [-4, -3, 0, ...YEARS]) {
    expect(weekdayOf(day)).toBe((dateOf(day).getUTCDay() + 6) % 7);
    expect(weekOf(day + 1) - weekOf(day)).toBe(weekdayOf(day) === 6 ? 1 : 0);
  }
});

test("a month has its days, each under its weekday", () => {
  for (const day of YEARS) {
    const weeks = monthOf(day);
    const days = weeks.flat().filter((each) => each !== null);
    expect(days).toContain(day);
    expect(days.map((each) => dateOf(each).getUTCDate())).toEqual(days.map((_, i) => i + 1));
    expect(dateOf((days.at(-1) ?? 0) + 1).getUTCDate()).toBe(1);
    for (const week of weeks)
      week.forEach((each, i) => each === null || expect(weekdayOf(each)).toBe(i));
  }
});
