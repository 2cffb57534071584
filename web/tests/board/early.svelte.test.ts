// @vitest-environment happy-dom
/** Taps before the previous move is displayed. */
import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import Board from "../../src/board/Board.svelte";
import { parseRules } from "../../src/kernel/rules";
import type { Move, Place } from "../../src/kernel/types";
import { wasmKernel } from "../kernel/ports";

const kernel = await wasmKernel();
const shown: ReturnType<typeof mount>[] = [];

afterEach(() => {
  for (const board of shown.splice(0)) void unmount(board);
  document.body.replaceChildren();
});

/** A board that displays its moves on `arrive()`. */
function show(words: string, start: readonly Place[]) {
  const rules = parseRules(words);
  let places = $state.raw(start);
  const survey = $derived(kernel.survey(rules, places));
  let arrive = (): void => undefined;

  function onmove(move: Move): Promise<void> {
    return new Promise((resolve) => {
      arrive = (): void => {
        if (move.kind === "placement") places = [...places, move.squares];
        resolve();
      };
    });
  }
  const props = {
    get content() {
      const { loop, entanglements } = survey;
      const [lines, areKrists, pairs] = [[], false, new Map<number, Place>()];
      return { rows: 3, cols: 3, places, loop, entanglements, lines, areKrists, pairs };
    },
    get moves() {
      return survey.moves;
    },
    label: "board",
    labels: Array.from({ length: 9 }, (_, i) => `square ${i}`),
    onmove: vi.fn(onmove),
    onrejected: vi.fn(),
  };
  shown.push(mount(Board, { target: document.body, props }));
  flushSync();
  return { props, arrive: () => arrive() };
}

function click(...squares: readonly number[]): void {
  for (const square of squares) {
    const target = document.querySelector(`[data-square="${square}"]`);
    target?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    flushSync();
  }
}

function half(): string | undefined {
  return document.querySelector<SVGGElement>('[aria-selected="true"]')?.dataset["square"];
}

test("the last press while a move is pending begins the next one", async () => {
  const { props, arrive } = show("goff", []);
  click(0, 1, 8, 4);
  expect(half()).toBe("0");
  arrive();
  flushSync();
  expect(half()).toBeUndefined();
  await vi.waitFor(() => expect(half()).toBe("4"));
  click(8);
  expect(props.onmove).toHaveBeenLastCalledWith({ kind: "placement", squares: [4, 8] });
});

test("a whole mark is placed", async () => {
  const { props, arrive } = show("classic3", []);
  click(0, 4);
  expect(props.onmove).toHaveBeenCalledTimes(1);
  arrive();
  const move = { kind: "placement", squares: [4, 4] };
  await vi.waitFor(() => expect(props.onmove).toHaveBeenLastCalledWith(move));
});

test.each([
  ["of a loop that is not shown yet", "goff", [[0, 1]], [0, 1, 0]],
  ["that is taken by the pending move", "classic3", [], [4, 4]],
] as const)("presses are ignored on a square %s", async (_, words, start, pressed) => {
  const { props, arrive } = show(words, start);
  click(...pressed);
  arrive();
  await tick();
  await tick();
  expect(props.onmove).toHaveBeenCalledTimes(1);
  expect(props.onrejected).not.toHaveBeenCalled();
  expect(half()).toBeUndefined();
});
