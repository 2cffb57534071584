// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { expect, test, vi } from "vitest";

import { isNewcomer } from "../../../src/guide/tutorial-progress";
import { type Setup, singlePlayer } from "../../../src/play/setup";
import StartKeys from "../../../src/screens/welcome/StartKeys.svelte";
import { en as m } from "../../messages";
import { useApp } from "../context";

test("“Two players” starts at once and keeps the level chosen for “Play”", async () => {
  const setup = singlePlayer("goff", "X", "easy");
  const start = vi.fn((_: Setup, isOnce?: boolean) => Promise.resolve(isOnce));
  const app = { session: { setup, games: [], start }, play: vi.fn() };
  useApp(app);
  const props = { isNew: true };
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

test("keys keep their places after the first games", async () => {
  const setup = singlePlayer("goff", "X", "easy");
  const rowsFor = (games: readonly { isOver: boolean }[], isNew: boolean) => {
    const app = { session: { setup, games }, failed: vi.fn() };
    useApp(app);
    const shown = mount(StartKeys, { target: document.body, props: { isNew } });
    flushSync();
    const rows = [...(document.querySelector(".list")?.children ?? [])];
    const found = rows.map(({ textContent }) => textContent?.trim());
    const primary = document.querySelector(".primary")?.textContent?.trim();
    void unmount(shown);
    return { found, primary };
  };
  const first = rowsFor([], true);
  const later = rowsFor([{ isOver: true }], true);
  const taught = rowsFor([{ isOver: true }], false);
  expect(first.found).toHaveLength(3);
  expect(later.found).toEqual(first.found);
  expect(taught.found.slice(1)).toEqual(first.found.slice(1));
  expect([first.primary, later.primary, taught.primary]).toEqual([
    m.welcome.learn,
    m.welcome.start,
    m.welcome.start,
  ]);
});

test.each([
  [[], true],
  [[true, true, false], true],
  [[true, true, true], false],
])("games %j make a newcomer: %s", (over, expected) => {
  expect(isNewcomer(over.map((isOver) => ({ isOver })))).toBe(expected);
});
