// @vitest-environment happy-dom
/** Keyboard focus returns to the board. */
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import Board from "../../src/board/Board.svelte";
import { digitOf } from "../../src/board/keyboard.svelte";
import type { Content } from "../../src/board/scene";
import { parseRules } from "../../src/kernel/rules";
import type { Place } from "../../src/kernel/types";
import { wasmKernel } from "../kernel/ports";

const kernel = await wasmKernel();
const rules = parseRules("goff");
const shown: ReturnType<typeof mount>[] = [];

afterEach(() => {
  for (const board of shown.splice(0)) void unmount(board);
  document.body.replaceChildren();
});

function content(places: readonly Place[]): Content {
  const { loop, entanglements } = kernel.survey(rules, places);
  const [lines, areKrists, pairs] = [[], false, new Map<number, Place>()];
  return { rows: 3, cols: 3, places, loop, entanglements, lines, areKrists, pairs };
}

function show() {
  let now = $state.raw(content([]));
  const props = {
    get content() {
      return now;
    },
    moves: kernel.survey(rules, []).moves,
    label: "board",
    labels: Array.from({ length: 9 }, (_, i) => `square ${i}`),
    onmove: vi.fn(),
    onrejected: vi.fn(),
  };
  const board = mount(Board, { target: document.body, props });
  shown.push(board);
  const button = document.body.appendChild(document.createElement("button"));
  flushSync();
  function move(): void {
    now = content([[0, 1]]);
    flushSync();
  }
  return { board, props, button, move };
}

function focused(): string | null {
  return document.activeElement?.getAttribute("aria-label") ?? null;
}

test("a button removed by a move passes the focus to the board", async () => {
  const { button, move } = show();
  expect(document.activeElement).toBe(document.body);
  button.focus();
  button.remove();
  move();
  await vi.waitFor(() => expect(focused()).toBe("square 0"));
});

test("a button that remains keeps the focus", async () => {
  const { button, move } = show();
  button.focus();
  move();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(document.activeElement).toBe(button);
});

test("a key pressed without a focus can be forwarded", () => {
  const { board, props } = show();
  for (const key of ["2", "5"]) board.typed(new KeyboardEvent("keydown", { key }));
  expect(props.onmove).toHaveBeenCalledWith({ kind: "placement", squares: [1, 4] });
  expect(focused()).toBe("square 4");
});

test.each([
  ["1", "Digit1", false, "1", "United States"],
  ["!", "Digit1", true, "", "United States, with Shift"],
  ["&", "Digit1", false, "1", "France"],
  ["1", "Digit1", true, "1", "France, with Shift"],
  ["é", "Digit2", false, "2", "France"],
  ["ř", "Digit5", false, "5", "Czechia"],
  ["۳", "Digit3", false, "3", "Iran"],
  ["٣", "Numpad3", false, "3", "Egypt"],
  ["7", "Numpad7", false, "7", "number pad"],
  ["Home", "Numpad7", false, "", "number pad without Num Lock"],
  ["0", "Digit0", false, "", "United States"],
  ["m", "KeyM", false, "", "United States"],
])("the key %s (%s, Shift: %s) is the square %j: %s", (key, code, shiftKey, digit) => {
  expect(digitOf({ key, code, shiftKey })).toBe(digit);
});

test("squares are named by the digits of a French keyboard", () => {
  const { board, props } = show();
  board.typed(new KeyboardEvent("keydown", { key: "é", code: "Digit2" }));
  board.typed(new KeyboardEvent("keydown", { key: "(", code: "Digit5" }));
  expect(props.onmove).toHaveBeenCalledWith({ kind: "placement", squares: [1, 4] });
});
