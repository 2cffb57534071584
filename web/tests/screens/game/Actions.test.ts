// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { expect, test } from "vitest";

import type { Match } from "../../../src/play/match.svelte";
import Actions from "../../../src/screens/game/Actions.svelte";
import { en as m } from "../../messages";
import { useApp } from "../context";

test("there is always a key to redo, so that it keeps the focus", () => {
  useApp({ settings: { choices: { insight: false } } });
  const match = { people: ["X"], plies: [], decider: "X", canUndo: false, canRedo: false };
  const props = { match: match as unknown as Match, lazy: null };
  const shown = mount(Actions, { target: document.body, props });
  flushSync();
  const keys = [...document.querySelectorAll("button")];
  const redo = keys.find(({ textContent }) => textContent?.includes(m.game.redo));
  expect(redo?.getAttribute("aria-disabled")).toBe("true");
  void unmount(shown);
});
