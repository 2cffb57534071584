import { expect, test } from "vitest";

import { KEYS, type Pressed, commandOf, isForBoard } from "../../../src/screens/teach/keys";
import { english } from "../../messages";

const en = english.physics;

function pressed(key: string, code: string, held: Partial<Pressed> = {}): Pressed {
  return { key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held };
}

/** The event of a key by its name. */
function named(name: string): Pressed {
  return pressed(name.toLowerCase(), name === "?" ? "Slash" : `Key${name}`);
}

test.each(KEYS)("the key %s has one command, %s, and a description", (name, command) => {
  expect(commandOf(named(name))).toBe(command);
  expect(en.teach.legend[command]).not.toBe("");
});

test.each([
  ["m", "Semicolon", "next"],
  ["W", "KeyZ", "worlds"],
  ["μ", "KeyM", "next"],
  ["ц", "KeyW", "worlds"],
])("the letter %s counts, or else the place of the key, %s: %s", (key, code, command) => {
  expect(commandOf(pressed(key, code))).toBe(command);
});

test("a presenter remote steps through a measurement", () => {
  expect(["PageDown", "PageUp"].map((key) => commandOf(pressed(key, key)))).toEqual([
    "next",
    "undo",
  ]);
});

test("browser shortcuts are not intercepted", () => {
  for (const held of ["ctrlKey", "metaKey", "altKey"] as const) {
    expect(commandOf(pressed("r", "KeyR", { [held]: true }))).toBeNull();
    expect(isForBoard(pressed("1", "Digit1", { [held]: true }))).toBe(false);
  }
});

test("square keys are left to the board", () => {
  const keys = ["1", "9", "ArrowLeft", "Escape", "0", "Enter", "x"];
  expect(keys.filter((key) => isForBoard(pressed(key, key)))).toEqual([
    "1",
    "9",
    "ArrowLeft",
    "Escape",
  ]);
  expect(isForBoard(pressed("é", "Digit2"))).toBe(true);
});
