// @vitest-environment happy-dom
/** Boards follow the settings. */

import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import { parseRules } from "../../src/kernel/rules";
import type { Place } from "../../src/kernel/types";
import PositionBoard from "../../src/screens/parts/PositionBoard.svelte";
import { type Choices, Settings } from "../../src/settings/settings.svelte";
import { wasmKernel } from "../kernel/ports";
import { tabWith } from "./memory";
import { useApp } from "../screens/context";

const kernel = await wasmKernel();
const LOOP: readonly Place[] = [
  [0, 1],
  [1, 4],
  [0, 4],
];
let shown: Record<string, unknown> | null = null;

afterEach(hide);

function hide(): void {
  if (shown) void unmount(shown);
  shown = null;
  document.body.replaceChildren();
}

function show(words: string, places: readonly Place[], choices: Partial<Choices>) {
  const rules = parseRules(words);
  const survey = kernel.survey(rules, places);
  const settings = new Settings(tabWith());
  settings.change(choices);
  const [onmove, onrejected] = [vi.fn(), vi.fn()];
  const board = { rules, position: survey, pairs: new Map<number, Place>(), moves: survey.moves };
  useApp({ settings });
  const props = { shown: board, takesKeys: true, onmove, onrejected };
  shown = mount(PositionBoard, { target: document.body, props });
  flushSync();
  return { onmove };
}

function click(square: number): void {
  const target = document.querySelector(`[data-square="${square}"]`);
  target?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  flushSync();
}

function count(selector: string): number {
  return document.querySelectorAll(selector).length;
}

test.each([
  ["goff", 9],
  ["qubic4", 8],
])("squares of %s have names, unless they are disabled", (words, names) => {
  show(words, [], {});
  expect(count(".names text")).toBe(names);
  hide();
  show(words, [], { coordinates: false });
  expect(count(".names text")).toBe(0);
});

test("a collapse takes a preview and a second press, or one press", () => {
  const once = show("goff", LOOP, { oneTap: true });
  click(4);
  expect(once.onmove).toHaveBeenCalledOnce();
  hide();

  const twice = show("goff", LOOP, {});
  click(4);
  expect([twice.onmove.mock.calls.length, count(".large")]).toEqual([0, 3]);
  click(4);
  expect(twice.onmove).toHaveBeenCalledWith({ kind: "collapse", square: 4 });
});

test("a preview can be cancelled", () => {
  const { onmove } = show("goff", LOOP, {});
  click(4);
  click(8);
  expect([onmove.mock.calls.length, count(".large")]).toEqual([0, 0]);
});

test.each([
  ["button", 1],
  ["input", 0],
] as const)("digits pressed in a %s place marks: %i", (name, moves) => {
  const { onmove } = show("goff", [], {});
  const control = document.body.appendChild(document.createElement(name));
  for (const key of ["1", "5"]) {
    control.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    flushSync();
  }
  expect(onmove).toHaveBeenCalledTimes(moves);
});
