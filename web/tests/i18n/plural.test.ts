import { expect, test } from "vitest";

import { LANGUAGES } from "../../src/i18n/languages";
import { FORMS, plural } from "../../src/i18n/plural";
import { sizeIn } from "../../src/i18n/sizes";

test.each(LANGUAGES)("%s has the plural forms that browsers define", (language) => {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  expect([...FORMS[language]].sort()).toEqual([...pluralCategories].sort());
});

test.each([
  ["en", 0, "0 marks"],
  ["en", 1, "1 mark"],
  ["en", 1.5, "1.5 marks"],
  ["en", 1234, "1,234 marks"],
  ["el", 1, "1 mark"],
  ["el", 1.5, "1,5 marks"],
  ["el", 1234, "1.234 marks"],
] as const)("%s counts %d as %s", (language, count, text) => {
  expect(plural(language)(count, { one: "# mark", other: "# marks" })).toBe(text);
});

test("a form without a number keeps its text", () => {
  expect(plural("en")(1, { one: "the only mark", other: "all # marks" })).toBe("the only mark");
});

test("a language that lacks a form is not accepted", () => {
  // @ts-expect-error -- English needs the form "one"
  plural("en")(2, { other: "# marks" });
});

test("sizes are kilobytes", () => {
  expect([sizeIn("en")(1260), sizeIn("el")(1260)]).toEqual(["1.3 kB", "1,3 kB"]);
});
