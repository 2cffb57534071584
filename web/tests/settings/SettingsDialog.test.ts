// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import SettingsDialog from "../../src/screens/settings/SettingsDialog.svelte";
import { Settings } from "../../src/settings/settings.svelte";
import { device } from "../../src/settings/storage.svelte";
import { english } from "../messages";
import { useApp } from "../screens/context";

const t = english.settings;

const onclose = vi.fn();
let settings: Settings;
let shown: Record<string, unknown>;

beforeEach(async () => {
  localStorage.clear();
  device.forget();
  localStorage.setItem("qttt.match.broken", "half a match");
  settings = new Settings();
  const answers = { hasTable: Promise.resolve(false), worksOffline: Promise.resolve(true) };
  const app = { settings, ...answers, failed: vi.fn() };
  useApp(app);
  shown = mount(SettingsDialog, {
    target: document.body,
    props: { onclose },
  });
  await vi.waitFor(() => {
    flushSync();
    expect(document.querySelector("dialog")).not.toBeNull();
  });
});
afterEach(() => void unmount(shown));

/** The control with this label. */
function control(name: string): HTMLInputElement {
  const labels = [...document.querySelectorAll("label")];
  const label = labels.find(({ textContent }) => textContent?.trim() === name);
  const own = label?.querySelector("input") ?? document.getElementById(label?.htmlFor ?? "");
  if (!(own instanceof HTMLInputElement)) throw new RangeError(`there is no "${name}"`);
  return own;
}

function press(name: string): void {
  const buttons = [...document.querySelectorAll("button")];
  buttons.find(({ textContent }) => textContent?.trim() === name)?.click();
  flushSync();
}

test.each([
  [t.themes.contrast, { theme: "contrast" }],
  [t.eyesOptions["red-green"], { eyes: "red-green" }],
  [t.speeds.calm, { speed: "calm" }],
  [t.coordinates, { coordinates: false }],
  [t.oneTap, { oneTap: true }],
  [t.hand, { hand: "left" }],
  ["Ελληνικά", { language: "el" }],
] as const)("%s is selected by one press", (name, choices) => {
  control(name).click();
  flushSync();
  expect(settings.choices).toMatchObject(choices);
});

test("all controls have names, and switches have descriptions", () => {
  for (const input of document.querySelectorAll("[role=switch]")) {
    expect(document.querySelector(`label[for="${input.id}"]`)?.textContent).not.toBe("");
    expect(document.getElementById(input.getAttribute("aria-describedby") ?? "")).not.toBeNull();
  }
  for (const group of document.querySelectorAll("fieldset"))
    expect(group.querySelector("legend")?.textContent).not.toBe("");
});

test("a reset of settings is confirmed", () => {
  control(t.oneTap).click();
  press(t.reset);
  expect(settings.choices.oneTap).toBe(false);
  expect(document.querySelector("[role=status]")?.textContent).toBe(t.wasReset);
});

test("data that was set aside can be saved", async () => {
  const made = vi.spyOn(URL, "createObjectURL");
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  expect(document.body.textContent).toContain(t.broken({ entries: 1 }));
  press(t.download);
  const [file] = made.mock.calls[0] ?? [];
  expect(JSON.parse(await (file as Blob).text())).toEqual({ "match.broken": "half a match" });
});

test("everything is deleted only after a second press", () => {
  press(t.forget);
  expect(document.querySelector("[role=alertdialog]")?.textContent).toContain(t.forgetWarning);
  press(t.keep);
  expect(localStorage.length).toBe(1);
  press(t.forget);
  press(t.forgetNow);
  expect(localStorage.length).toBe(0);
});
