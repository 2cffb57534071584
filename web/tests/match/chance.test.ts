import { expect, test } from "vitest";

import { pick, systemChance, systemCoin } from "../../src/match/chance";

test("numbers are in range, and all of them come", () => {
  const drawn = new Set(Array.from({ length: 500 }, () => systemChance.below(5)));
  expect([...drawn].sort()).toEqual([0, 1, 2, 3, 4]);
});

test("what is certain happens, what is impossible does not", () => {
  expect([systemChance.happens(1), systemChance.happens(0)]).toEqual([true, false]);
});

test("a coin has two sides and says where it comes from", () => {
  const tosses = Array.from({ length: 200 }, systemCoin);
  expect(new Set(tosses.map(({ bit }) => bit))).toEqual(new Set([0, 1]));
  expect(new Set(tosses.map(({ source }) => source))).toEqual(new Set(["browser"]));
});

test("nothing can be drawn from nothing", () => {
  expect(() => pick(systemChance, [])).toThrow("there is nothing to draw from");
});
