// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Address } from "../../src/screens/address";
import type { App } from "../../src/screens/app.svelte";
import { ROUTES } from "../../src/screens/routes";
import { playFeedback } from "../../src/settings/feedback";
import { Settings } from "../../src/settings/settings.svelte";
import { device } from "../../src/settings/storage.svelte";
import { startedKernel } from "../kernel/ports";
import { english } from "../messages";
import { useApp } from "./context";

const analysis = english.analysis;

vi.mock("../../src/settings/feedback", () => ({ playFeedback: vi.fn(), prepareFeedback: vi.fn() }));

const kernel = await startedKernel();
let shown: Record<string, unknown>;

beforeEach(() => {
  localStorage.clear();
  device.forget();
});
afterEach(() => {
  void unmount(shown);
  document.body.replaceChildren();
  vi.mocked(playFeedback).mockClear();
});

async function show(screen: keyof typeof ROUTES, rest: string): Promise<void> {
  const settings = new Settings();
  const app = {
    ...{ kernel, settings, failed: vi.fn(), session: { games: [] } },
    address: { screen, rest } as Address,
    replace: (address: Address): void => void (app.address = address),
  };
  useApp(app);
  const { Shown, data } = await ROUTES[screen](app as unknown as App);
  const props = { data };
  shown = mount(Shown, { target: document.body, props });
}

/** Tap squares and expect these sounds since the start. */
async function expectSounds(
  squares: readonly number[],
  ...sounds: readonly string[]
): Promise<void> {
  const square = (number: number) => document.querySelector(`[data-square="${number}"]`);
  await vi.waitFor(() => expect(square(0)).not.toBeNull());
  for (const number of squares) {
    square(number)!.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    flushSync();
  }
  await vi.waitFor(() => {
    flushSync();
    expect(vi.mocked(playFeedback).mock.calls.map(([sound]) => sound)).toEqual(sounds);
  });
}

test.each(["analysis", "teach"] as const)("%s: new moves play sounds", async (screen) => {
  await show(screen, "goff/12 25");
  await expectSounds([]);
  await expectSounds([7, 8], "place");
  await expectSounds([0, 4], "place", "loop");
});

test("several moves at once are silent", async () => {
  await show("analysis", "goff/12 25 36");
  await expectSounds([]);
  const { tree } = analysis;
  for (const name of [tree.toStart, tree.toEnd]) {
    document.querySelector<HTMLElement>(`[aria-label="${name}"]`)!.click();
    flushSync();
  }
  await expectSounds([6, 7], "place");
});
