// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { expect, test, vi } from "vitest";

import { type Setup, singlePlayer } from "../../../src/match/setup";
import type { App } from "../../../src/screens/app.svelte";
import StartKeys from "../../../src/screens/welcome/StartKeys.svelte";
import { en as m } from "../../messages";

test("“Two players” starts at once and keeps the level chosen for “Play”", async () => {
  const setup = singlePlayer("goff", "X", "easy");
  const start = vi.fn((_: Setup, isOnce?: boolean) => Promise.resolve(isOnce));
  const app = { session: { setup, unfinished: null, start }, play: vi.fn() };
  const props = { m, app: app as unknown as App, isNew: true, isTaught: false };
  const shown = mount(StartKeys, { target: document.body, props });
  flushSync();
  const keys = [...document.querySelectorAll("button")];
  expect(keys.filter(({ classList }) => classList.contains("primary"))).toHaveLength(1);
  keys.find(({ textContent }) => textContent === m.welcome.two)?.click();
  expect(app.play).toHaveBeenCalledOnce();
  expect(start).toHaveBeenCalledExactlyOnceWith(
    { rules: "goff", seats: { X: "human", O: "human" } },
    true,
  );
  void unmount(shown);
});
