// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { expect, test, vi } from "vitest";

import type { Match } from "../../../src/play/match.svelte";
import { type Setup, rulesOf, singlePlayer, twoComputers } from "../../../src/play/setup";
import LevelDialog from "../../../src/screens/game/LevelDialog.svelte";
import { en as m } from "../../messages";
import { useApp } from "../context";

function shownFor(setup: Setup, people: string[]) {
  const [choose, start] = [vi.fn(), vi.fn(() => Promise.resolve())];
  useApp({ session: { choose, start }, failed: vi.fn() });
  const position = { outcome: null };
  const match = { setup, rules: rulesOf(setup), people, plies: [{}], position };
  const props = { match: match as unknown as Match, player: "O" as const };
  const shown = mount(LevelDialog, {
    target: document.body,
    props: { ...props, onclose: vi.fn() },
  });
  flushSync();
  return { shown, choose, start };
}

function pick(value: string): void {
  document.querySelector<HTMLInputElement>(`input[value="${value}"]`)?.click();
  flushSync();
}

function submit(): void {
  document.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true }));
}

test("another level and side start a game of the same rules; the old one stays listed", () => {
  const { shown, choose, start } = shownFor(singlePlayer("qubic4", "X", "easy"), ["X"]);
  expect(document.body.textContent).toContain(m.game.staysListed);
  pick("hard");
  pick("O");
  submit();
  const wanted = singlePlayer("qubic4", "O", "hard");
  expect(choose).toHaveBeenCalledExactlyOnceWith(wanted);
  expect(start).toHaveBeenCalledExactlyOnceWith(wanted, true);
  void unmount(shown);
});

test("of two levels that of the tapped seat is changed", () => {
  const { shown, choose } = shownFor(twoComputers("goff", { X: "hard", O: "easy" }), []);
  expect(document.querySelector('input[value="lot"]')).toBeNull();
  pick("optimal");
  submit();
  expect(choose).toHaveBeenCalledExactlyOnceWith(twoComputers("goff", { X: "hard", O: "optimal" }));
  void unmount(shown);
});
