// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import Board from "../../src/board/Board.svelte";
import { parseRules } from "../../src/kernel/rules";
import type { Place } from "../../src/kernel/types";
import PositionBoard from "../../src/screens/parts/PositionBoard.svelte";
import { Settings } from "../../src/settings/settings.svelte";
import { wasmKernel } from "../kernel/ports";
import { useApp } from "../screens/context";

const kernel = await wasmKernel();
const rules = parseRules("goff");
let shown: Record<string, unknown>;

afterEach(() => {
  void unmount(shown);
  document.body.replaceChildren();
});

function show(
  places: readonly Place[],
  layers: { showsHistory?: boolean; arrows?: boolean },
): void {
  const survey = kernel.survey(rules, places);
  const pairs = new Map<number, Place>(places.map((_, i) => [i + 1, [0, 1]]));
  const content = { ...rules, ...survey, areKrists: false, pairs };
  const props = {
    content,
    moves: survey.moves,
    label: "board",
    labels: [],
    collapses: layers.arrows ? survey.collapses : [],
    showsHistory: layers.showsHistory ?? false,
    onmove: vi.fn(),
    onrejected: vi.fn(),
  };
  shown = mount(Board, { target: document.body, props });
  flushSync();
}

function count(selector: string): number {
  return document.querySelectorAll(selector).length;
}

const LANDED: readonly Place[] = [
  [1, 1],
  [0, 0],
];
const LOOP: readonly Place[] = [
  [0, 1],
  [0, 1],
];

test.each([false, true])("vanished marks are shown only on request: %s", (showsHistory) => {
  show(LANDED, { showsHistory });
  expect(count(".small.vanished")).toBe(showsHistory ? 2 : 0);
});

function press(selector: string): void {
  document.querySelector(selector)?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  flushSync();
}

test("a taken square says so and shows what vanished, until the next tap anywhere", () => {
  const survey = kernel.survey(rules, LANDED);
  const settings = new Settings();
  useApp({ settings });
  const pairs = new Map<number, Place>(LANDED.map((_, i) => [i + 1, [0, 1]]));
  const props = {
    shown: { rules, position: survey, pairs, moves: survey.moves },
    ...{ onmove: vi.fn(), onrejected: vi.fn() },
  };
  shown = mount(PositionBoard, { target: document.body, props });
  flushSync();
  const state = (): [boolean, number] => [
    document.body.textContent.includes("Square 1 is taken."),
    count(".small.vanished"),
  ];
  for (const closing of ['[data-square="0"]', '[data-square="1"]', "body"]) {
    expect(state()).toEqual([false, 0]);
    press('[data-square="0"]');
    expect(state()).toEqual([true, 2]);
    press(closing);
  }
  expect(state()).toEqual([false, 0]);
});

test("arrows replace the links of moving marks", () => {
  show(LOOP, { arrows: true });
  const links = count(".links path:not(.glowing)");
  expect([links, count(".arrows .first"), count(".arrows .second")]).toEqual([0, 2, 2]);
});

test("without arrows, links are drawn", () => {
  show(LOOP, {});
  expect([count(".links path:not(.glowing)"), count(".arrows path")]).toEqual([2, 0]);
});
