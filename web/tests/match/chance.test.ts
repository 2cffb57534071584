import { expect, test } from "vitest";

import { pick, sample, systemChance, systemCoin } from "../../src/match/chance";

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

test("a sample is of different ones, and of all if there are no more", () => {
  const drawn = Array.from({ length: 200 }, () => sample(systemChance, [1, 2, 3, 4], 2));
  expect(drawn.every(([one, other]) => one !== other)).toBe(true);
  expect(new Set(drawn.flat())).toEqual(new Set([1, 2, 3, 4]));
  expect(sample(systemChance, [1, 2], 4)).toEqual([1, 2]);
});

test("nothing can be drawn from nothing", () => {
  expect(() => pick(systemChance, [])).toThrow("there is nothing to draw from");
});
