import { expect, test } from "vitest";

import { amountText } from "../../src/analysis/words";
import { rowsOf } from "../../src/kernel/rules";
import { pointsText, signedText } from "../../src/notation/points";
import { golden } from "../kernel/ports";
import { english } from "../messages";

const en = english.analysis;

test.each(rowsOf(golden("points")))("%s, exact %s", (text, exact, points, signed, words) => {
  const [value, isExact] = [Number(text), exact === "yes"];
  expect(pointsText(Math.abs(value), isExact)).toBe(points);
  expect(signedText(value, isExact)).toBe(signed);
  expect(amountText(en, Math.abs(value), isExact)).toBe(words);
});

test("zero has no sign", () => {
  expect([signedText(0), signedText(-0.001, false)]).toEqual(["0", "0.00"]);
});
