// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import type { Address } from "../../../src/screens/address";
import Teach from "../../../src/screens/teach/Teach.svelte";
import { Settings } from "../../../src/settings/settings.svelte";
import { startedKernel } from "../../kernel/ports";
import { english as words } from "../../messages";
import { useApp } from "../context";

const kernel = await startedKernel();
let shown: Record<string, unknown>;
let app: { address: Address };

afterEach(() => {
  void unmount(shown);
  document.body.replaceChildren();
});

function show(rest: string): void {
  const settings = new Settings();
  const replace = (address: Address): void => void (app.address = address);
  const open = replace;
  const address = { screen: "teach", rest };
  app = { kernel, settings, failed: vi.fn(), replace, open, address } as never;
  useApp(app);
  shown = mount(Teach, { target: document.body });
}

/** Wait until the text is displayed. */
function waitForText(text: string | RegExp): Promise<void> {
  return vi.waitFor(() => {
    flushSync();
    expect(document.body.textContent).toMatch(text);
  });
}

function press(...keys: readonly string[]): void {
  for (const key of keys) {
    const code = /^[a-z]$/.test(key) ? `Key${key.toUpperCase()}` : key;
    const focused = document.activeElement ?? document.body;
    focused.dispatchEvent(new KeyboardEvent("keydown", { key, code, bubbles: true }));
    flushSync();
  }
}

test.each([
  [words.physics.teach.demonstrate, { screen: "teach", rest: "goff" }],
  [words.physics.teach.play, { screen: "online", rest: "room" }],
])("one screen leads to the board and to the class room: %s", async (name, address) => {
  show("");
  await waitForText(name);
  const keys = [...document.querySelectorAll("button")];
  keys.find(({ textContent }) => textContent.includes(name))?.click();
  expect(app.address).toEqual(address);
});

test("a measurement is demonstrated step by step with the keyboard", async () => {
  show("goff/12 25");
  await waitForText("X3 is next");
  press("1", "5");
  await waitForText("X3 has closed a loop");
  expect(document.querySelectorAll(".arrows .shaft").length).toBe(0);
  press("m");
  await waitForText("X3 lands on 1: solid arrows. Or on 5");
  expect(document.querySelectorAll(".arrows .shaft").length).toBe(6);
  press("5");
  await waitForText("X3 landed on 5. All worlds in which it is elsewhere have vanished.");
  await vi.waitFor(() => expect(document.querySelector("svg.gone")).not.toBeNull());
  press("m");
  await waitForText("O4 is next");
  expect(document.querySelector("svg.gone")).toBeNull();
  expect(app.address.rest).toBe("goff/12 25 15 @5");
});

test("W, O, S and C toggle the panels beside the board", async () => {
  show("goff/12");
  await waitForText("O2 is next");
  const seen = (name: string): boolean =>
    document.querySelector(`section[aria-label="${name}"]`) !== null;
  const panels = (): boolean[] => ["Worlds", "Odds", "State", "Circuit"].map(seen);
  expect(panels()).toEqual([true, true, false, false]);
  press("w", "o", "c", "s");
  expect(panels()).toEqual([false, false, true, true]);
});

test.each([
  ["goff/12 99", /cannot be opened: line 1, column 4: 99 is not legal/],
  ["charm/12", /cannot be opened: These rules cannot be played\.(?!\.)/],
])("the address %s is rejected with a reason", async (rest, why) => {
  show(rest);
  await waitForText(why);
  expect(app.address.rest).toBe("goff");
});
