// @vitest-environment happy-dom
import { type Component, flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { en as analysis } from "../../src/i18n/analysis/en";
import { en } from "../../src/i18n/en";
import type { Address, Screen } from "../../src/screens/address";
import Analysis from "../../src/screens/analysis/Analysis.svelte";
import Teach from "../../src/screens/teach/Teach.svelte";
import { playFeedback } from "../../src/settings/feedback";
import { Settings } from "../../src/settings/settings.svelte";
import { startedKernel } from "../kernel/ports";

vi.mock("../../src/settings/feedback", () => ({ playFeedback: vi.fn() }));

const kernel = await startedKernel();
const SCREENS = { analysis: Analysis, teach: Teach } as Readonly<Record<string, Component<object>>>;
let shown: Record<string, unknown>;

beforeEach(() => localStorage.clear());
afterEach(() => {
  void unmount(shown);
  document.body.replaceChildren();
  vi.mocked(playFeedback).mockClear();
});

function show(screen: string, rest: string): void {
  const settings = new Settings(vi.fn());
  const app = {
    ...{ kernel, settings, failed: vi.fn(), address: { screen: screen as Screen, rest } },
    replace: (address: Address): void => void (app.address = address),
  };
  const props = { m: en, app, onsettings: vi.fn() };
  shown = mount(SCREENS[screen]!, { target: document.body, props });
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

test.each(Object.keys(SCREENS))("%s: new moves play sounds, old ones do not", async (screen) => {
  show(screen, "goff/12 25");
  await expectSounds([]);
  await expectSounds([7, 8], "place");
  await expectSounds([0, 4], "place", "loop");
});

test("several moves at once are silent", async () => {
  show("analysis", "goff/12 25 36");
  await expectSounds([]);
  const { tree } = analysis;
  for (const name of [tree.toStart, tree.toEnd]) {
    document.querySelector<HTMLElement>(`[aria-label="${name}"]`)!.click();
    flushSync();
  }
  await expectSounds([6, 7], "place");
});
