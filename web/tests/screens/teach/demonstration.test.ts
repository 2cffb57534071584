import { expect, test } from "vitest";

import { IllegalMoveError } from "../../../src/kernel/errors";
import { parseRules } from "../../../src/kernel/rules";
import type { Move } from "../../../src/kernel/types";
import type { Toss } from "../../../src/play/chance";
import { TextError } from "../../../src/notation/errors";
import { Demonstration } from "../../../src/screens/teach/demonstration.svelte";
import { startedKernel } from "../../kernel/ports";

const kernel = await startedKernel();
const goff = parseRules("goff");

function place(a: number, b: number): Move {
  return { kind: "placement", squares: [a, b] };
}

function open(text: string, bit: 0 | 1 = 0): Promise<Demonstration> {
  const coin = (): Toss => ({ bit, source: "browser" });
  return Demonstration.open(kernel, goff, text, coin);
}

test("a measurement stops at each of its steps", async () => {
  const shown = await open("12 25");
  expect(shown.step).toBe("placing");
  await shown.play(place(0, 4));
  expect(shown.step).toBe("loop");
  shown.proceed();
  expect(shown.step).toBe("outcomes");
  shown.proceed(); // needs a decision
  expect(shown.step).toBe("outcomes");
  await shown.play({ kind: "collapse", square: 4 });
  expect([shown.step, shown.before?.places.length, shown.toss]).toEqual(["collapsed", 3, null]);
  shown.proceed();
  expect([shown.step, shown.before]).toEqual(["placing", null]);
});

test.each([0, 1] as const)("a coin with result %i selects that outcome", async (bit) => {
  const shown = await open("12 12", bit);
  const expected = shown.position.collapses[bit]?.places;
  await shown.measure();
  expect(shown.position.places).toEqual(expected);
  expect(shown.toss).toEqual({ bit, source: "browser" });
});

test("without a loop, a toss has no effect", async () => {
  const shown = await open("12");
  await shown.measure();
  expect(shown.link).toBe("goff/12");
});

test("going back shows the loop again, going forward its collapse", async () => {
  const shown = await open("12 12 @2");
  expect(shown.step).toBe("collapsed");
  shown.undo();
  expect([shown.step, shown.link]).toEqual(["loop", "goff/12 12"]);
  shown.redo();
  expect([shown.step, shown.link, shown.canRedo]).toEqual(["collapsed", "goff/12 12 @2", false]);
});

test("an illegal move is rejected and changes nothing", async () => {
  const shown = await open("12 12");
  await shown.play(place(3, 4));
  expect([shown.illegalReason, shown.link]).toEqual([
    new IllegalMoveError("loop-pending").reason,
    "goff/12 12",
  ]);
  await shown.play({ kind: "collapse", square: 0 });
  expect(shown.illegalReason).toBeNull();
});

test("an invalid address is rejected with the error's location", async () => {
  await expect(open("12 99")).rejects.toThrow(TextError);
});
