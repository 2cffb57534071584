import { expect, test } from "vitest";

import { type Saved, marksIn } from "../../src/play/saved";
import { parseSaved } from "../../src/play/saved-games";

const SAVED: Saved = {
  version: 1,
  setup: { rules: "qubic3", seats: { X: "human", O: "easy" } },
  moves: ["12", "12", "@1"],
  tosses: [null, null, { bit: 0, source: "browser" }],
  at: 3,
  standing: { X: 1, O: 0.5, games: 1 },
};

test("a saved match is parsed", () => {
  expect(parseSaved(JSON.parse(JSON.stringify(SAVED)))).toEqual(SAVED);
});

test("a level of the thesis is its namesake", () => {
  const seats = { X: "human", O: "thesis-easy" };
  expect(parseSaved({ ...SAVED, setup: { ...SAVED.setup, seats } })).toEqual(SAVED);
});

test("the start position is parsed unless it is empty", () => {
  const saved = { ...SAVED, start: "34/5" };
  expect(parseSaved(JSON.parse(JSON.stringify(saved)))).toEqual(saved);
  expect(marksIn(saved)).toBe(4);
});

test.each([
  [null, "the saved match is missing"],
  [{ ...SAVED, version: 2 }, "a match of version 2 cannot be read"],
  [{ ...SAVED, moves: "12" }, "moves are missing"],
  [{ ...SAVED, moves: [1, 2, 3] }, "a move is missing"],
  [{ ...SAVED, start: 12 }, "the start is missing"],
  [{ ...SAVED, at: 4 }, "it stands after 4 of 3 moves"],
  [{ ...SAVED, at: "3" }, "at is missing"],
  [{ ...SAVED, tosses: [] }, "it stands after 3 of 3 moves"],
  [{ ...SAVED, tosses: [null, null, { bit: 2, source: "browser" }] }, "a coin did not fall"],
  [{ ...SAVED, setup: { ...SAVED.setup, rules: "chess" } }, 'there are no rules "chess"'],
  [
    { ...SAVED, setup: { ...SAVED.setup, seats: { X: "human", O: "god" } } },
    "there is no kind of player god",
  ],
  [{ ...SAVED, standing: null }, "standing is missing"],
])("%j is rejected", (data, message) => {
  expect(() => parseSaved(data)).toThrow(message);
});
