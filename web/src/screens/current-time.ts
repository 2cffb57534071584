/** The time of this device in components, which are updated when it passes. */

import { createSubscriber } from "svelte/reactivity";

import { type Day, dayOf } from "../progress/days";

const MINUTE_MS = 60_000;

/** Updates with each minute of the clock, and when a page is shown that was hidden or frozen. */
const subscribe = createSubscriber((update) => {
  const leaving = new AbortController();
  const { signal } = leaving;
  let timer: ReturnType<typeof setTimeout>;
  const wait = (): void => {
    timer = setTimeout(passed, MINUTE_MS - (Date.now() % MINUTE_MS));
  };
  const passed = (): void => {
    clearTimeout(timer);
    wait();
    update();
  };
  wait();
  document.addEventListener("visibilitychange", passed, { signal });
  addEventListener("pageshow", passed, { signal });
  return () => {
    clearTimeout(timer);
    leaving.abort();
  };
});

/** Milliseconds since 1970; in effects and templates of the current minute. */
export function currentTime(): number {
  subscribe();
  return Date.now();
}

/** Today, on the calendar of this device. */
export function currentDay(): Day {
  return dayOf(new Date(currentTime()));
}
