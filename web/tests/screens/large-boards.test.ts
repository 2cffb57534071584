// @vitest-environment happy-dom
/** Boards of more than 64 squares: for two people, and in a frame that zooms on phones. */

import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import { contentOf, sceneOf } from "../../src/board/scene";
import { parseRules } from "../../src/kernel/rules";
import { Session } from "../../src/play/session.svelte";
import { singlePlayer, twoPlayers } from "../../src/play/setup";
import type { Place } from "../../src/kernel/types";
import Worlds from "../../src/screens/panels/Worlds.svelte";
import { worldsPerPage } from "../../src/screens/panels/worlds";
import PositionBoard from "../../src/screens/parts/PositionBoard.svelte";
import SetupDialog from "../../src/screens/welcome/SetupDialog.svelte";
import { Settings } from "../../src/settings/settings.svelte";
import { largeKernel, startedKernel } from "../kernel/ports";
import { en as m, english } from "../messages";
import { tabWith } from "../settings/memory";
import { useApp } from "./context";

let shown: Record<string, unknown> | null = null;

afterEach(() => {
  if (shown) void unmount(shown);
  shown = null;
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

function choose(option: string): void {
  const list = [...document.querySelectorAll("select")].find((each) =>
    [...each.options].some(({ text }) => text === option),
  );
  if (!list) throw new RangeError(`no list has "${option}"`);
  list.selectedIndex = [...list.options].findIndex(({ text }) => text === option);
  list.dispatchEvent(new Event("change", { bubbles: true }));
  flushSync();
}

function modes(): unknown[] {
  const [fieldset] = document.querySelectorAll("fieldset");
  return [...(fieldset?.querySelectorAll("label") ?? [])].map((each) => each.textContent?.trim());
}

test("the setup says why the computer does not play, and keeps the level for smaller boards", async () => {
  useApp({});
  const session = new Session(await startedKernel(), tabWith());
  session.choose(singlePlayer("krist", "X", "hard"));
  const props = { session, onplay: vi.fn(), onclose: vi.fn() };
  shown = mount(SetupDialog, { target: document.body, props });
  flushSync();
  choose(m.welcome.board({ rows: 16, cols: 16 }));
  expect(session.setup).toEqual(twoPlayers("krist rows=16 cols=16"));
  expect(modes()).toEqual([m.welcome.two]);
  expect(document.body.textContent).toContain(m.welcome.noComputer);
  choose(m.welcome.board({ rows: 8, cols: 8 }));
  expect(session.setup).toEqual(singlePlayer("krist rows=8 cols=8", "X", "hard"));
  expect(modes()).toContain(m.welcome.single);
  expect(document.body.textContent).not.toContain(m.welcome.noComputer);
});

test.each([
  ["a narrow screen", 240, [80]],
  ["a wide screen", 700, []],
])("on %s the first tap zooms in or plays", async (_, width, zooms) => {
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(width);
  const rules = parseRules("krist rows=9 cols=9");
  const survey = (await largeKernel()).survey(rules, []);
  const settings = new Settings(tabWith());
  const onmove = vi.fn();
  useApp({ settings });
  const props = {
    shown: { rules, position: survey, moves: survey.moves },
    onmove,
    onrejected: vi.fn(),
  };
  shown = mount(PositionBoard, { target: document.body, props });
  const square = (number: number): Element =>
    document.querySelector(`[data-square="${number}"]`) as Element;
  await vi.waitFor(() => expect(square(80)).not.toBeNull());
  const tap = (number: number): void => {
    square(number).dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
    flushSync();
  };
  expect(document.body.textContent?.includes(m.squares.zoom)).toBe(zooms.length > 0);
  expect(document.querySelector(".whole") !== null).toBe(zooms.length > 0);
  for (const each of zooms) tap(each);
  expect(document.querySelector(".whole")).toBeNull();
  for (const each of [80, 0]) tap(each);
  expect(onmove).toHaveBeenCalledExactlyOnceWith({ kind: "placement", squares: [0, 80] });
  const key = document.querySelector("button");
  expect(key?.textContent).toBe(zooms.length > 0 ? m.squares.whole : undefined);
  key?.click();
  flushSync();
  expect(document.body.textContent?.includes(m.squares.zoom)).toBe(zooms.length > 0);
});

test("of many links only those of touched squares are not faint", () => {
  const chain = Array.from({ length: 40 }, (_, i): Place => [i, i + 1]);
  const entanglements = new Map(chain.map((_, i) => [i + 1, 1]));
  const content = { places: chain, loop: null, entanglements, lines: [] };
  const clear = (side: number): number[] =>
    sceneOf(contentOf(parseRules(`krist rows=${side} cols=${side}`), content), { touched: [7] })
      .links.filter(({ isFaint }) => !isFaint)
      .map(({ mark }) => mark);
  expect(clear(9)).toEqual([7, 8]);
  expect(clear(8)).toHaveLength(40);
});

test("a page has fewer worlds of a large board", () => {
  const pages = [8, 9, 16].map((side) =>
    worldsPerPage(parseRules(`krist rows=${side} cols=${side}`)),
  );
  expect(pages).toEqual([64, 39, 4]);
});

test("worlds that cannot be counted are not numbered", async () => {
  const rules = parseRules("krist rows=16 cols=16");
  const trees = Array.from({ length: 85 }, (_, i): Place[] => [
    [3 * i, 3 * i + 1],
    [3 * i + 1, 3 * i + 2],
  ]);
  const wasm = await largeKernel();
  const survey = wasm.survey(rules, trees.flat());
  const ensemble = async (at: { places: Place[] }, first: number, count: number) =>
    wasm.ensemble(rules, at.places, first, count);
  const p = english.physics;
  useApp({ kernel: { ensemble }, failed: vi.fn() });
  const props = { rules, survey, before: null, considered: null };
  shown = mount(Worlds, { target: document.body, props });
  await vi.waitFor(() => expect(document.querySelector("output")).not.toBeNull());
  expect(document.querySelector("output")?.textContent).toContain(p.worlds.many);
  document.querySelector<HTMLElement>("[aria-pressed]")?.click();
  flushSync();
  expect(document.querySelector("output")?.textContent).toMatch(/X1 lands on a1:\s+2\/3/);
});
