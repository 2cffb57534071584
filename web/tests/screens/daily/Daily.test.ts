// @vitest-environment happy-dom
/** The puzzle of the day around midnight. */

import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { rowsOf } from "../../../src/kernel/rules";
import { DailyLog } from "../../../src/progress/daily-log.svelte";
import { dayOf } from "../../../src/progress/days";
import Daily from "../../../src/screens/daily/Daily.svelte";
import { Settings } from "../../../src/settings/settings.svelte";
import { easyDailyPuzzle, loadPuzzles } from "../../../src/study/puzzles";
import { golden, startedKernel } from "../../kernel/ports";
import { english } from "../../messages";
import { useApp } from "../context";

const kernel = await startedKernel();
const puzzles = await loadPuzzles();
const { daily: t } = english;
const EVENING = new Date(2026, 10, 28, 23, 50);
const NIGHT = new Date(2026, 10, 29, 0, 10);
const MORNING = new Date(2026, 10, 30, 8, 0);
const DAY = dayOf(EVENING);
const log = new DailyLog();
let shown: Record<string, unknown>;

beforeEach(() => {
  log.forget();
  log.ended(DAY - 1, "solved", DAY - 1);
});

afterEach(() => {
  void unmount(shown);
  document.body.replaceChildren();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function show(): void {
  const settings = new Settings();
  settings.change({ speed: "off", language: "en" });
  const failed = (error: unknown): never => {
    throw error;
  };
  const address = { screen: "daily", rest: "" };
  useApp({ kernel, settings, failed, address, open: vi.fn(), replace: vi.fn() });
  shown = mount(Daily, { target: document.body, props: { data: puzzles } });
  flushSync();
}

/** Wait until the text is displayed. */
function seen(text: string): Promise<void> {
  return vi.waitFor(() => {
    flushSync();
    expect(document.body.textContent).toContain(text);
  });
}

/** Hide or show the page at a time. */
function turn(hidden: boolean, time: Date): void {
  vi.setSystemTime(time);
  vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);
  document.dispatchEvent(new Event("visibilitychange"));
  flushSync();
}

/** Make the move that solves the puzzle of a newcomer. */
function solve(): void {
  const { id } = easyDailyPuzzle(puzzles, DAY);
  const row = rowsOf(golden("puzzles")).find(([words, at]) => `${words} ${at}` === id);
  for (const key of row?.[4] ?? "") {
    const square = document.querySelector('[data-square][tabindex="0"]');
    square?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    flushSync();
  }
}

test("it is said to count for the streak only as long as it can", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: EVENING });
  show();
  await seen(t.about);
  turn(true, EVENING);
  turn(false, NIGHT);
  await seen(t.stillCounts);
  log.ended(DAY, "shown", DAY);
  flushSync();
  expect(document.body.textContent).not.toContain(t.stillCounts);
  log.forget();
  flushSync();
  expect(document.body.textContent).toContain(t.stillCounts);
  turn(true, NIGHT);
  turn(false, MORNING);
  expect(document.body.textContent).not.toContain(t.stillCounts);
  expect(document.body.textContent).toContain("Saturday, November 28");
  await seen(t.today);
});

test("a puzzle begun before midnight stays, and counts for its day", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: EVENING });
  show();
  await seen(t.about);
  turn(true, EVENING);
  turn(false, NIGHT);
  await seen(t.stillCounts);
  await seen("Saturday, November 28");
  solve();
  expect(log.result(DAY)).toEqual({ misses: 0, end: "solved", isLate: false });
  await seen(t.streak({ days: 2 }));
  turn(true, NIGHT);
  turn(false, NIGHT);
  await seen(t.solvedAtOnce);
  turn(true, NIGHT);
  turn(false, MORNING);
  await seen("Monday, November 30");
  await seen(t.about);
});
