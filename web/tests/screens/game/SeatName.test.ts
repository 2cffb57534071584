// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { expect, test, vi } from "vitest";

import { twoPlayers } from "../../../src/play/setup";
import type { Match } from "../../../src/play/match.svelte";
import SeatName from "../../../src/screens/game/SeatName.svelte";
import { Settings } from "../../../src/settings/settings.svelte";
import { tabWith } from "../../settings/memory";
import { english } from "../../messages";
import { useApp } from "../context";

test("both people are named in a dialog, which refuses names that are too long", async () => {
  const rename = vi.fn();
  const settings = new Settings(tabWith());
  const match = { setup: twoPlayers("goff") } as Match;
  useApp({ settings, session: { rename }, failed: vi.fn() });
  const props = { match, player: "X" as const, name: "Player 1" };
  const shown = mount(SeatName, { target: document.body, props });
  await vi.waitFor(() => {
    flushSync();
    expect(document.body.textContent).toContain(english.games.changeNames);
  });
  document.querySelector("button")?.click();
  flushSync();
  const submit = (...names: string[]): void => {
    document.querySelectorAll("input").forEach((field, i) => {
      field.value = names[i] ?? "";
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    flushSync();
    document.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true }));
    flushSync();
  };
  submit("Anna", "B".repeat(21));
  expect(document.querySelector("[role=alert]")?.textContent).toBe(
    "At most 20 characters, please.",
  );
  expect(rename).not.toHaveBeenCalled();
  submit(" Anna", "Ben");
  expect(rename).toHaveBeenCalledExactlyOnceWith({ X: "Anna", O: "Ben" });
  void unmount(shown);
});
