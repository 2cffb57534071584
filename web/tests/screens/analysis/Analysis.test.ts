// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import type { Address } from "../../../src/screens/address";
import Analysis from "../../../src/screens/analysis/Analysis.svelte";
import { AnalysisAddress } from "../../../src/screens/analysis/address.svelte";
import { Settings } from "../../../src/settings/settings.svelte";
import { startedKernel } from "../../kernel/ports";
import { en, english as words } from "../../messages";
import { useApp } from "../context";

const kernel = await startedKernel();
let shown: Record<string, unknown>;

afterEach(() => {
  void unmount(shown);
  document.body.replaceChildren();
});

async function show(rest: string): Promise<{ readonly address: Address }> {
  const app = {
    ...{ kernel, settings: new Settings(), failed: vi.fn(), back: vi.fn() },
    replace: (address: Address): void => void (app.address = address),
    ...{ address: { screen: "analysis", rest } as Address, session: { games: [] }, open: vi.fn() },
  };
  useApp(app);
  const data = await AnalysisAddress.load(app as never);
  shown = mount(Analysis, { target: document.body, props: { data } });
  flushSync();
  return app;
}

function press(name: string): void {
  const key = [...document.querySelectorAll<HTMLElement>("button")].find(
    (button) => (button.getAttribute("aria-label") ?? button.textContent?.trim()) === name,
  );
  if (!key) throw new RangeError(`there is no key ${name}`);
  key.click();
  flushSync();
}

const { analysis: t, files, physics } = words;

test.each(["goff/12", ""])(
  "a newcomer can learn the game if a link brings them: “%s”",
  async (rest) => {
    await show(rest);
    expect(document.body.textContent.includes(t.newcomer)).toBe(rest !== "");
    if (rest) press(en.welcome.learn);
  },
);

test.each([
  [files.moves.label, `input[aria-label="${files.moves.label}"]`],
  [t.tree.comment, `input[aria-label="${t.tree.comment}"]`],
])("“%s” of the menu focuses its field, each time", async (name, field) => {
  await show("goff/12");
  for (let i = 0; i < 2; i++) {
    press(name);
    await vi.waitFor(() => expect(document.activeElement?.matches(field)).toBe(true));
    (document.activeElement as HTMLElement).blur();
  }
});

test("arrows recommend moves of the displayed position alone", async () => {
  await show("goff/12 23");
  const arrows = () => document.querySelectorAll(".arrows > *").length;
  await vi.waitFor(() => expect(arrows()).toBeGreaterThan(0));
  press(physics.layers.odds);
  press(t.tree.back);
  expect(arrows()).toBe(0);
});

test("a Greek keyboard undoes, too", async () => {
  const app = await show("goff/12");
  const type = (init: KeyboardEventInit): void => {
    const square = document.querySelector('[data-square][tabindex="0"]');
    square?.dispatchEvent(new KeyboardEvent("keydown", { ...init, bubbles: true }));
    flushSync();
  };
  for (const key of ["5", "8"]) type({ key });
  await vi.waitFor(() => expect(app.address.rest).toBe("goff/12 58"));
  flushSync();
  type({ key: "ζ", code: "KeyZ", ctrlKey: true });
  expect(app.address.rest).toBe("goff/12");
});
