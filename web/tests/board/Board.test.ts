// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import Board from "../../src/board/Board.svelte";
import type { Content } from "../../src/board/scene";
import { parseRules } from "../../src/kernel/rules";
import type { Outcome, Place } from "../../src/kernel/types";
import { wasmKernel } from "../kernel/ports";

const kernel = await wasmKernel();
const shown: Record<string, unknown>[] = [];

afterEach(() => {
  for (const board of shown.splice(0)) void unmount(board);
  document.body.replaceChildren();
});

interface Extra {
  readonly pairs?: ReadonlyMap<number, Place>;
  readonly outcome?: Outcome | null;
  readonly showsHistory?: boolean;
  readonly preview?: readonly Place[] | null;
}

function show(
  words: string,
  places: readonly Place[],
  { pairs = new Map(), outcome = null, showsHistory = false, preview = null }: Extra = {},
) {
  const rules = parseRules(words);
  const survey = kernel.survey(rules, places);
  const [onmove, onrejected, ontaken] = [vi.fn(), vi.fn(), vi.fn()];
  const content: Content = {
    rows: rules.rows,
    cols: rules.cols,
    places,
    loop: survey.loop,
    entanglements: survey.entanglements,
    lines: (outcome ?? survey.outcome)?.lines ?? [],
    areKrists: rules.scoring === "krist",
    pairs,
  };
  const labels = Array.from({ length: rules.rows * rules.cols }, (_, i) => `square ${i}`);
  const props = {
    ...{ content, moves: survey.moves, label: "board", labels, showsHistory, preview },
    ...{ onmove, onrejected, ontaken },
  };
  shown.push(mount(Board, { target: document.body, props }));
  flushSync();
  return { onmove, onrejected, ontaken };
}

test("marks breathe for a while after a move, not on large boards", () => {
  vi.useFakeTimers();
  const breathing = (): boolean => document.querySelector("svg.breathing") !== null;
  show("goff", [[0, 1]]);
  expect(breathing()).toBe(true);
  vi.runAllTimers();
  flushSync();
  expect(breathing()).toBe(false);
  show("krist rows=5 cols=5", [[0, 1]]);
  expect(breathing()).toBe(false);
  vi.useRealTimers();
});

function square(number: number): SVGGElement {
  return document.querySelector(`[data-square="${number}"]`) as SVGGElement;
}

function key(name: string): void {
  const target = document.querySelector('[tabindex="0"]') ?? document.body;
  target.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
  flushSync();
}

function click(number: number): void {
  square(number).dispatchEvent(new MouseEvent("click", { bubbles: true }));
  flushSync();
}

function count(selector: string): number {
  return document.querySelectorAll(selector).length;
}

test("two presses make a placement; the first half is shown until it is made", async () => {
  const { onmove } = show("goff", []);
  click(4);
  expect(square(4).getAttribute("aria-selected")).toBe("true");
  expect(count(".small.half")).toBe(1);
  click(0);
  expect(onmove).toHaveBeenCalledWith({ kind: "placement", squares: [0, 4] });
  expect(count(".small.half")).toBe(1);
  await vi.waitFor(() => expect(count(".small.half")).toBe(0));
});

test("previewed marks are dashed and have no number", () => {
  const preview: Place[] = [
    [0, 0],
    [1, 1],
    [2, 4],
  ];
  show("goff", [[0, 1], [0, 1]], { preview }); // prettier-ignore
  expect([count(".large.preview"), count(".small.half")]).toEqual([2, 2]);
  expect([count(".number"), count(".small text")]).toEqual([0, 0]);
});

test("digits, arrows, Enter and Escape", () => {
  const { onmove } = show("goff", []);
  key("5");
  key("Escape");
  expect(count(".small.half")).toBe(0);
  key("5");
  key("ArrowRight");
  key("ArrowDown");
  key("Enter");
  expect(onmove).toHaveBeenCalledWith({ kind: "placement", squares: [4, 8] });
});

test("a pending loop glows, stems are dotted, the rest is faint", () => {
  show("goff", [
    [0, 1],
    [1, 4],
    [4, 8],
    [6, 7],
    [0, 4],
  ]);
  const seen = ["loop", "closing", "stem", "ghost"].map((role) => count(`.small.${role}`));
  expect(seen).toEqual([4, 2, 2, 2]);
});

test("the closing mark's square is selected by its digit", () => {
  const { onmove } = show("goff", [
    [0, 1],
    [0, 1],
  ]);
  key("2");
  expect(onmove).toHaveBeenCalledWith({ kind: "collapse", square: 1 });
});

test("a press on a classical mark is no move; what vanished is shown on request", () => {
  const places: Place[] = [
    [1, 1],
    [0, 0],
  ];
  const pairs = new Map<number, Place>([
    [1, [0, 1]],
    [2, [0, 1]],
  ]);
  const { onmove, onrejected, ontaken } = show("goff", places, { pairs });
  expect([count(".large"), count(".small")]).toEqual([2, 0]);
  click(0);
  expect([onmove, onrejected, ontaken].map(({ mock }) => mock.calls)).toEqual([[], [], [[0]]]);
  document.body.replaceChildren();
  show("goff", places, { pairs, showsHistory: true });
  expect([count(".small.vanished"), count(".small.classical")]).toEqual([2, 2]);
});

test("lines are drawn, the earlier one broader", () => {
  show("goff", [
    [1, 1],
    [0, 0],
    [4, 4],
    [3, 3],
    [7, 7],
    [6, 6],
  ]);
  expect(widths().sort()).toEqual(["12", "6"]);
});

test("krists are thin except the longest", () => {
  const squares = [0, 5, 1, 6, 2, 7, 4, 3];
  show(
    "krist marks=classical rows=2 cols=4",
    squares.map((index): Place => [index, index]),
  );
  expect(widths().sort()).toEqual(["3", "3", "3", "3", "6", "6"]);
});

function widths(): (string | null)[] {
  const bands = [...document.querySelectorAll(".bands path")];
  return bands.map((path) => path.getAttribute("stroke-width"));
}

test.each(["krist rows=8 cols=8", "qubic4", "krist rows=2 cols=3"])(
  "every square of %s has a name",
  (words) => {
    const { rows, cols } = parseRules(words);
    show(words, []);
    expect(count('[role="gridcell"][aria-label]')).toBe(rows * cols);
    expect(count('[tabindex="0"]')).toBe(1);
  },
);
