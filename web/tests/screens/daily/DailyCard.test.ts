// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import { DailyLog } from "../../../src/progress/daily-log.svelte";
import { dayOf } from "../../../src/progress/days";
import DailyCard from "../../../src/screens/daily/DailyCard.svelte";
import { Settings } from "../../../src/settings/settings.svelte";
import { en as m } from "../../messages";
import { useApp } from "../context";

const EVENING = new Date(2026, 10, 28, 23, 50);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

afterEach(() => vi.useRealTimers());

test("the first screen follows the calendar, and other tabs", () => {
  vi.useFakeTimers({ now: EVENING });
  const log = new DailyLog();
  log.ended(dayOf(EVENING) - 1, "solved", dayOf(EVENING) - 1);
  const settings = new Settings();
  settings.change({ language: "en" });
  useApp({ settings });
  const shown = mount(DailyCard, { target: document.body });
  const text = (): string => {
    flushSync();
    return document.body.textContent;
  };
  expect(text()).toContain("Saturday, November 28");
  log.merge({ "2026-11-28": { misses: 0, end: "solved", isLate: false } });
  expect(text()).toContain(m.welcome.dailyDone);
  expect(text()).toContain(m.welcome.streak({ days: 2 }));
  vi.advanceTimersByTime(HOUR_MS);
  expect(text()).toContain("Sunday, November 29");
  vi.setSystemTime(EVENING.getTime() + 2 * DAY_MS); // timers stand still while a device sleeps
  document.dispatchEvent(new Event("visibilitychange"));
  expect(text()).toContain("Monday, November 30");
  expect(text()).not.toContain(m.welcome.streak({ days: 2 }));
  void unmount(shown);
});
