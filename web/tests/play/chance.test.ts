import { expect, test } from "vitest";

import { pick, shuffled, systemChance, systemCoin } from "../../src/play/chance";

test("numbers are in range, and each occurs", () => {
  const drawn = new Set(Array.from({ length: 500 }, () => systemChance.below(5)));
  expect([...drawn].sort()).toEqual([0, 1, 2, 3, 4]);
});

test("certain events happen, impossible ones do not", () => {
  expect([systemChance.happens(1), systemChance.happens(0)]).toEqual([true, false]);
});

test("a coin has two sides and names its source", () => {
  const tosses = Array.from({ length: 200 }, systemCoin);
  expect(new Set(tosses.map(({ bit }) => bit))).toEqual(new Set([0, 1]));
  expect(new Set(tosses.map(({ source }) => source))).toEqual(new Set(["browser"]));
});

test("shuffling keeps every item, and each can come first", () => {
  const orders = Array.from({ length: 200 }, () => shuffled(systemChance, [1, 2, 3, 4]));
  expect(orders.every((order) => order.toSorted().join() === "1,2,3,4")).toBe(true);
  expect(new Set(orders.map(([first]) => first))).toEqual(new Set([1, 2, 3, 4]));
});

test("drawing from an empty list is an error", () => {
  expect(() => pick(systemChance, [])).toThrow("there is nothing to draw from");
});
