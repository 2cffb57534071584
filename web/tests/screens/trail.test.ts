// @vitest-environment happy-dom
/** The browser's history, with the limit of Safari. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Trail } from "../../src/screens/trail.svelte";

const LIMIT = 100;
const SPAN_MS = 30_000;
let trail: Trail;
/** The URL of each entry. */
let urls: string[];

beforeEach(() => {
  vi.useFakeTimers();
  urls = [""];
  let changes: number[] = [];
  const change = (begun: readonly string[], url?: string | URL | null): void => {
    const now = performance.now();
    changes = changes.filter((time) => now - time < SPAN_MS);
    if (changes.length >= LIMIT) throw new DOMException("100 times in 30 s", "SecurityError");
    changes.push(now);
    urls = [...begun, String(url ?? "")];
  };
  vi.spyOn(history, "pushState").mockImplementation((_, __, url) => change(urls, url));
  vi.spyOn(history, "replaceState").mockImplementation((_, __, url) =>
    change(urls.slice(0, -1), url),
  );
  trail = new Trail();
  trail.start(
    () => "",
    () => undefined,
  );
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("the URL follows a held key, and leaves changes for other screens", () => {
  trail.replace("#analysis/0");
  expect(urls).toEqual(["#analysis/0"]);
  for (let ply = 1; ply <= 5000; ply++) {
    trail.replace(`#analysis/${ply}`);
    vi.advanceTimersByTime(30);
  }
  trail.open("#game", "analysis");
  expect(urls).toEqual(["#analysis/5000", "#game"]);
});

test("what the browser refuses is written later", () => {
  const opened = Array.from({ length: LIMIT }, (_, i) => `#lessons/${i}`);
  for (const url of opened) trail.open(url, "lessons");
  const refused = opened.pop();
  expect(urls).toEqual(["", ...opened]);
  vi.advanceTimersByTime(SPAN_MS);
  expect(urls).toEqual(["", ...opened.slice(0, -1), refused]);
  vi.mocked(history.replaceState).mockImplementationOnce(() => {
    throw new DOMException("100 times in 30 s", "SecurityError");
  });
  trail.replace("#lessons/10/2");
  vi.advanceTimersByTime(1000);
  expect(urls.at(-1)).toBe("#lessons/10/2");
});
