/** A tap points at a mark, or is unclear between opposite outcomes. */

import { expect, test } from "vitest";

import { CLEAR_SHARE, type PointedChoice, pointedAt } from "../../src/board/tap-action";

function candidate(mark: number, collapse: number, x: number): PointedChoice {
  return { choice: { mark, square: 4, collapse }, at: { x, y: 50 } };
}
const OPPOSITE = [candidate(1, 0, 25), candidate(2, 4, 75)];

test.each([25, 30, 40, 45])("%i of 50 units from one mark is clear or not by one share", (x) => {
  const isClear = x - 25 <= CLEAR_SHARE * (75 - x);
  const expected = isClear ? OPPOSITE[0]!.choice : "unclear";
  expect(pointedAt(OPPOSITE, { x, y: 50 })).toBe(expected);
});

test("a tap in the middle of opposite outcomes is unclear, wherever it is on their axis", () => {
  for (const y of [0, 50, 100]) expect(pointedAt(OPPOSITE, { x: 50, y })).toBe("unclear");
});

test("marks with the same outcome do not disturb each other", () => {
  const same = [candidate(1, 0, 25), candidate(2, 0, 75)];
  expect(pointedAt(same, { x: 49, y: 50 })).toBe(same[0]!.choice);
  expect(pointedAt([], { x: 0, y: 0 })).toBeUndefined();
});

test("swapping two marks swaps what a tap means", () => {
  for (const x of [25, 40, 60, 75]) {
    const there = pointedAt(OPPOSITE, { x, y: 50 });
    const back = pointedAt([...OPPOSITE].reverse(), { x, y: 50 });
    expect(back).toBe(there);
  }
});
