/** Render every message of every language with all kinds of values. */

import { describe, expect, test } from "vitest";

import { readTexts } from "../../texts";
import { formats } from "../../src/i18n/formats";
import { isForeign, isSame } from "./foreign";

const TEXTS = readTexts();
/** One for each placeholder. */
const SIGNS = ["①", "②", "③", "④", "⑤", "⑥"];
/** Numbers of all plural categories. */
const NUMBERS = [0, 1, 2, 5, 11, 1.5];

/** Values to render a message with: all that it distinguishes. */
function samples(code: string, type: string, name: string, sign: string): unknown[] {
  if (type === "boolean") return [true, false];
  if (type === "number") return NUMBERS;
  const options = [...code.matchAll(new RegExp(`v\\.${name} === "(.*?)"`, "g"))];
  return [...options.map(([, option]) => option), sign];
}

const messagesOf = (language: string) => Object.entries(TEXTS[language]?.messages ?? {});
/** The values of each trial by message. */
const trials = new Map(
  messagesOf("en").map(([key, { code, placeholders }]) => {
    const lists = Object.entries(placeholders).map(([name, type], i) =>
      samples(code, type, name, SIGNS[i] ?? "⓪").map((value) => ({ [name]: value })),
    );
    return [key, lists.reduce<object[]>((all, list) => combined(all, list), [{}])];
  }),
);

function combined(all: readonly object[], list: readonly object[]): object[] {
  return all.flatMap((values) => list.map((value) => ({ ...values, ...value })));
}

/** The rendered texts of each message, one per trial. */
function renderings(language: string): ReadonlyMap<string, readonly string[]> {
  const { form, number } = formats(language);
  return new Map(
    messagesOf(language).map(([key, { code }]) => {
      const message = new Function("form", "number", `return ${code}`)(form, number) as
        string | ((values: object) => string);
      const all = trials.get(key) ?? [];
      return [key, all.map((each) => (typeof message === "string" ? message : message(each)))];
    }),
  );
}

function signsIn(text: string): string {
  return SIGNS.filter((sign) => text.includes(sign)).join("");
}

const englishTexts = renderings("en");

describe.each(Object.keys(TEXTS))("%s", (language) => {
  const texts = renderings(language);
  const all = [...texts].flatMap(([key, each]) => each.map((text, i) => ({ key, text, i })));

  test("has a valid text for each message, without undefined values", () => {
    const odd = all.filter(
      ({ text }) => text.trim() === "" || /undefined|null|NaN|\[object|=>|#/.test(text),
    );
    expect(odd).toEqual([]);
  });

  test("shows the same values as English", () => {
    const odd = all.filter(
      ({ key, text, i }) => signsIn(text) !== signsIn(englishTexts.get(key)?.[i] ?? ""),
    );
    expect(odd).toEqual([]);
  });
});

test("Greek contains no English", () => {
  const words = [...renderings("el")].flatMap(([key, texts]) =>
    texts.flatMap((text) =>
      [...text.replace(/\{\w+\}/g, "").matchAll(/[A-Za-z]{2,}/g)]
        .filter(([word]) => !isForeign(word, key))
        .map(([word]) => `${key}: ${word}`),
    ),
  );
  expect([...new Set(words)]).toEqual([]);
});

test("identical texts in both languages are intended", () => {
  const greek = renderings("el");
  const same = [...englishTexts].filter(
    ([key, texts]) =>
      texts.every((text, i) => text === greek.get(key)?.[i]) &&
      texts.some((text) => /\p{L}{2}/u.test(text)) &&
      !isSame(key),
  );
  expect(same).toEqual([]);
});
