// @vitest-environment happy-dom
import { expect, test } from "vitest";

import { SPEED_FACTORS, delaysOf, glideMs } from "../../src/settings/delays";
import { type Choices, SPEEDS, Settings, parseChoices } from "../../src/settings/settings.svelte";
import { memory, tabWith } from "./memory";

const KEY = "qttt.settings";
const NEW: Choices = {
  language: "en",
  theme: "system",
  eyes: "usual",
  speed: "normal",
  hand: "right",
  coordinates: true,
  oneTap: false,
  coaches: true,
  sounds: true,
  vibrates: true,
  chat: false,
  layers: ["links"],
  insight: false,
  view: "learn",
};

test("the defaults have sounds and vibration, and follow the device", () => {
  expect(new Settings(tabWith()).choices).toEqual(NEW);
});

test("every setting is saved", () => {
  const storage = memory();
  const chosen: Choices = {
    language: "el",
    theme: "contrast",
    eyes: "red-green",
    speed: "calm",
    hand: "left",
    coordinates: false,
    oneTap: true,
    coaches: false,
    sounds: false,
    vibrates: false,
    chat: true,
    layers: ["history"],
    insight: true,
    view: "analyse",
  };
  new Settings(tabWith(storage)).change(chosen);
  expect(new Settings(tabWith(storage)).choices).toEqual(chosen);
});

test("settings of older versions are used, unknown ones are ignored", () => {
  const saved = { theme: "dark", eyes: "violet", speed: 3, sounds: "yes" };
  expect(parseChoices(saved)).toEqual({ ...NEW, theme: "dark" });
});

test("less motion in settings of older versions is the speed off, until another is chosen", () => {
  const tab = tabWith(memory({ [KEY]: '{"motion": "none", "speed": "fast"}' }));
  const settings = new Settings(tab);
  expect(settings.choices.speed).toBe("off");
  settings.change({ sounds: false });
  expect(settings.choices.speed).toBe("off");
  settings.change({ speed: "calm" });
  expect(settings.choices.speed).toBe("calm");
});

test("invalid settings are set aside with a notice", () => {
  const storage = memory({ [KEY]: "{broken" });
  const tab = tabWith(storage);
  expect([new Settings(tab).choices, tab.problem]).toEqual([NEW, "setAside"]);
  expect(storage.getItem(`${KEY}.broken`)).toBe("{broken");
});

test("a reset removes all saved settings", () => {
  const storage = memory();
  const settings = new Settings(tabWith(storage));
  settings.change({ theme: "dark", oneTap: true });
  settings.reset();
  expect([settings.choices, storage.length]).toEqual([NEW, 0]);
});

test("matches pause according to the current speed", () => {
  const settings = new Settings(tabWith());
  const pace = delaysOf(() => settings.choices);
  const pauses = SPEEDS.map((speed) => {
    settings.change({ speed });
    return pace.loop;
  });
  const [off, calm, normal, fast] = pauses as [number, number, number, number];
  expect(off).toBe(0);
  expect(calm > normal && normal > fast && fast > 0).toBe(true);
  expect(pace.reply).toBe(450 * SPEED_FACTORS.fast);
  expect(pace.collapse(3)).toBeGreaterThan(glideMs(3) * SPEED_FACTORS.fast);
});
