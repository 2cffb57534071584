import { expect, test } from "vitest";

import { numberText, signedText } from "../../src/analysis/numbers";

test.each([
  [0, "0"],
  [0.5, "½"],
  [1.5, "1½"],
  [2, "2"],
  [0.1875, "3/16"],
  [1.1875, "1 3/16"],
  [1 / 128, "0.0078"],
])("%s is %s", (value, text) => expect(numberText(value)).toBe(text));

test("estimates have two digits", () => {
  expect(numberText(0.3062, false)).toBe("0.31");
});

test.each([
  [0.5, "+½"],
  [-1.5, "−1½"],
  [0, "0"],
])("%s has the sign of %s", (value, text) => expect(signedText(value)).toBe(text));

test("values that round to zero have no sign", () => {
  expect([signedText(-0.001, false), signedText(0.31, false)]).toEqual(["0.00", "+0.31"]);
});
