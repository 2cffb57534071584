// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import Board from "../../src/board/Board.svelte";
import { parseRules } from "../../src/kernel/rules";
import type { Place } from "../../src/kernel/types";
import { wasmKernel } from "../kernel/ports";

const kernel = await wasmKernel();
const rules = parseRules("goff");
let shown: Record<string, unknown>;

afterEach(() => {
  void unmount(shown);
  document.body.replaceChildren();
});

function show(places: readonly Place[], layers: { allHistory?: boolean; arrows?: boolean }): void {
  const survey = kernel.survey(rules, places);
  const pairs = new Map<number, Place>(places.map((_, i) => [i + 1, [0, 1]]));
  const content = { ...rules, ...survey, areKrists: false, pairs };
  const props = {
    content,
    moves: survey.moves,
    label: "board",
    labels: [],
    collapses: layers.arrows ? survey.collapses : [],
    allHistory: layers.allHistory ?? false,
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

test.each([false, true])("pressing a landed mark toggles vanished marks", (allHistory) => {
  show(LANDED, { allHistory });
  const press = () => {
    const square = document.querySelector('[data-square="0"]');
    square?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    flushSync();
  };
  const shown = count(".small.vanished");
  press();
  const toggled = count(".small.vanished");
  press();
  expect([shown, toggled]).toEqual(allHistory ? [2, 0] : [0, 2]);
  expect(count(".small.vanished")).toBe(shown);
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
