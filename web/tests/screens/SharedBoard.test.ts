// @vitest-environment happy-dom
/** A shared game names its players in the language of the reader. */

import { mount, unmount } from "svelte";
import { afterEach, expect, test } from "vitest";

import { linkedGame } from "../../src/analysis/open";
import SharedBoard from "../../src/screens/review/SharedBoard.svelte";
import { setLanguage } from "../../src/screens/context.svelte";
import { Settings } from "../../src/settings/settings.svelte";
import { startedKernel } from "../kernel/ports";
import { useApp } from "./context";

const kernel = await startedKernel();
let shown: Record<string, unknown>;

afterEach(async () => {
  await unmount(shown);
  await setLanguage("en");
});

test.each([
  ["human~Guest 4821.easy", ["X Επισκέπτης 4821", "O Εύκολο"]],
  ["human~Guest 4821.human~Anna", ["X Επισκέπτης 4821", "O Anna"]],
])("%s: %s", async (by, players) => {
  await setLanguage("el");
  useApp({ kernel, settings: new Settings(), session: { games: [] } });
  const game = await linkedGame(kernel, `${by}/goff/14 34 45 49 59 @9`);
  shown = mount(SharedBoard, { target: document.body, props: { game } });
  const panel = document.querySelector('[role="status"]');
  const names = [...(panel?.querySelectorAll("span") ?? [])].map((name) => name.textContent);
  expect(names).toEqual(players);
  expect(panel?.querySelector("h2")?.textContent).toContain("Επισκέπτης 4821");
});
