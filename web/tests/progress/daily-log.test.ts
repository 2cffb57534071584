/** The log of the puzzles of the day. */

import { expect, test } from "vitest";

import { DailyLog, resultSymbols } from "../../src/progress/daily-log.svelte";
import { memory, tabWith } from "../settings/memory";

const TODAY = 20_780;

function logWith(...solved: readonly number[]): DailyLog {
  const log = new DailyLog(tabWith());
  for (const day of solved) log.ended(day, "solved", day);
  return log;
}

test("the streak lasts until a day is missed", () => {
  const log = logWith(TODAY - 3, TODAY - 2, TODAY - 1);
  expect([-1, 0, 1].map((later) => log.streak(TODAY + later))).toEqual([3, 3, 0]);
  log.ended(TODAY, "solved", TODAY);
  expect([0, 1, 2].map((later) => log.streak(TODAY + later))).toEqual([4, 4, 0]);
});

test("a shown solution ends the streak, also before the day is over", () => {
  const log = logWith(TODAY - 1);
  log.ended(TODAY, "shown", TODAY);
  expect([log.streak(TODAY), log.longest]).toEqual([0, 1]);
});

test("what is solved later counts as solved, but for no streak", () => {
  const log = logWith(TODAY - 2, TODAY);
  log.ended(TODAY - 1, "solved", TODAY);
  expect([log.streak(TODAY), log.longest, log.solved]).toEqual([1, 1, 3]);
});

test("the longest streak is remembered", () => {
  const log = logWith(TODAY - 9, TODAY - 8, TODAY - 7, TODAY - 5, TODAY - 4);
  expect([log.streak(TODAY), log.longest]).toEqual([0, 3]);
});

test("the first end stays when a day is replayed", () => {
  const log = logWith();
  log.missed(TODAY);
  log.ended(TODAY, "solved", TODAY);
  log.missed(TODAY);
  log.ended(TODAY, "shown", TODAY + 5);
  expect(log.result(TODAY)).toEqual({ misses: 1, end: "solved", isLate: false });
});

test("a result survives a reload", () => {
  const storage = memory();
  new DailyLog(tabWith(storage)).missed(TODAY);
  new DailyLog(tabWith(storage)).ended(TODAY, "solved", TODAY);
  expect(new DailyLog(tabWith(storage)).result(TODAY).misses).toBe(1);
});

test("the first three days that are solved in time are for newcomers", () => {
  const log = new DailyLog(tabWith(memory()));
  expect(log.isNewOn(TODAY)).toBe(true);
  for (const day of [TODAY - 3, TODAY - 2, TODAY - 1]) log.ended(day, "solved", day);
  expect([TODAY - 1, TODAY].map((day) => log.isNewOn(day))).toEqual([true, false]);
  log.ended(TODAY - 9, "solved", TODAY);
  expect(log.isNewOn(TODAY - 1)).toBe(true);
});

test("symbols show the number of tries, and nothing else", () => {
  const symbols = [0, 2, 7].map((misses) =>
    resultSymbols({ misses, end: "solved", isLate: false }),
  );
  expect(symbols).toEqual(["🟩", "🟥🟥🟩", "7×🟥🟩"]);
  expect(resultSymbols({ misses: 1, end: "shown", isLate: false })).toBe("🟥⬜");
});

test("a damaged day costs itself alone", () => {
  const days = { "2026-11-23": {}, "2026-11-24": { misses: 2, end: "solved", isLate: false } };
  const storage = memory({ "qttt.daily": JSON.stringify({ version: 1, days }) });
  const tab = tabWith(storage);
  expect([new DailyLog(tab).solved, tab.problem]).toEqual([1, "setAside"]);
  expect(storage.getItem("qttt.daily.broken")).toBe('{"2026-11-23":{}}');
});
