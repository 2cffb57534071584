import { expect, test } from "vitest";

import { formats, kilobytes } from "../../src/i18n/formats";

test.each([
  ["en", 1.5, "1.5"],
  ["en", 1234, "1,234"],
  ["el", 1.5, "1,5"],
  ["el", 1234, "1.234"],
] as const)("%s writes %d as %s", (language, value, text) => {
  expect(formats(language).number(value)).toBe(text);
});

test.each([
  ["en", 1, "one"],
  ["en", 1.5, "other"],
  ["pl", 3, "few"],
] as const)("the plural form in %s of %d is %s", (language, count, form) => {
  expect(formats(language).form(count)).toBe(form);
});

test("sizes are kilobytes", () => {
  expect([kilobytes("en", 1260), kilobytes("el", 1260)]).toEqual(["1.3 kB", "1,3 kB"]);
});
