import { expect, test } from "vitest";

import { preferredLanguage } from "../../src/i18n/languages";

test.each([
  [["el-GR", "en"], "el"],
  [["de", "el"], "el"],
  [["de"], "en"],
  [[], "en"],
] as const)("for %j the language is %s", (wanted, language) => {
  expect(preferredLanguage(wanted)).toBe(language);
});
