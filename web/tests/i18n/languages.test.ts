import { expect, test } from "vitest";

import { LANGUAGES, loadMessages, preferredLanguage } from "../../src/i18n/languages";

/** Every message as `path: text`; a function is called with names of its parameters. */
function texts(messages: object, path = ""): string[] {
  return Object.entries(messages).flatMap(([name, message]: [string, unknown]) => {
    if (typeof message === "string") return [`${path}${name}: ${message}`];
    if (typeof message === "object" && message) return texts(message, `${path}${name}.`);
    const filled = (message as (...args: string[]) => string)("①", "②", "③");
    return [`${path}${name}: ${filled}`];
  });
}

test.each(LANGUAGES)(
  "%s has a text for everything, and fills in what it is given",
  async (language) => {
    const [all, english] = [texts(await loadMessages(language)), texts(await loadMessages("en"))];
    const shape = (text: string): string =>
      `${text.split(":")[0]} ${[..."①②③"].filter((sign) => text.includes(sign)).join("")}`;
    expect(all.map(shape)).toEqual(english.map(shape));
    expect(all.filter((text) => /: $/.test(text) || text.includes("undefined"))).toEqual([]);
  },
);

test.each([
  [["el-GR", "en"], "el"],
  [["de", "el"], "el"],
  [["de"], "en"],
  [[], "en"],
] as const)("%j is spoken to in %s", (wanted, language) => {
  expect(preferredLanguage(wanted)).toBe(language);
});
