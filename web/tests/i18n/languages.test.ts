import { expect, test } from "vitest";

import { LANGUAGES, languageName, localeOf, preferredLanguage } from "../../src/i18n/languages";

test.each([
  [["el-GR", "en"], "el"],
  [["de", "el"], "el"],
  [["de"], "en"],
  [[], "en"],
] as const)("for %j the language is %s", (wanted, language) => {
  expect(preferredLanguage(wanted)).toBe(language);
});

test.each([
  ["en", ["el-GR", "en-GB", "en-US"], "en-GB"],
  ["en", ["el-GR"], "en"],
  ["en", ["en-US@posix"], "en"],
] as const)("dates of %s with %j are those of %s", (language, wanted, locale) => {
  expect(localeOf(language, wanted)).toBe(locale);
});

test("languages are named in themselves", () => {
  expect(LANGUAGES.map(languageName)).toEqual(["English", "Ελληνικά"]);
});
