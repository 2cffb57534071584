import { expect, test } from "vitest";

import { parseRules } from "../../src/kernel/rules";
import { moveName, recordName, unbroken } from "../../src/notation/moves";
import { parseMove } from "../../src/notation/moves-reader";

test.each([
  ["goff", "12"],
  ["goff", "55"],
  ["goff", "@9"],
  ["qubic4", "a1d4"],
  ["qubic4", "@b2"],
  ["classic3", "5"],
  ["krist rows=8 cols=8", "h1a8"],
])("%s: %s is parsed and written", (words, text) => {
  const rules = parseRules(words);
  const move = parseMove(rules, text);
  expect(move && moveName(rules, move)).toBe(text);
});

test.each(["", "1", "@", "0", "123", "a1", "1-2", "12x", "@12"])("%s on 3×3", (text) => {
  const rules = parseRules("goff");
  const move = parseMove(rules, text);
  expect(move && moveName(rules, move)).toBe(text === "1" ? "11" : null);
});

test("the larger square may come first", () => {
  expect(parseMove(parseRules("goff"), "21")).toEqual({ kind: "placement", squares: [0, 1] });
});

test("records separate squares by a hyphen and flag closed loops", () => {
  const rules = parseRules("goff");
  const pair = { kind: "placement", squares: [0, 3] } as const;
  expect([recordName(rules, pair, true), recordName(rules, pair, false)]).toEqual(["1-4~", "1-4"]);
  expect(recordName(rules, { kind: "collapse", square: 3 }, false)).toBe("@4");
});

test("a pair in a sentence has the hyphen of a record, non-breaking", () => {
  expect(unbroken("a1-b2~")).toBe("a1-\u2060b2~");
  expect(unbroken("@4")).toBe("@4");
});
