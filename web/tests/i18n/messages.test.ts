/** Render every message of every language with all kinds of arguments. */

import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { LANGUAGES, type Language } from "../../src/i18n/languages";
import { isForeign, isSame } from "./foreign";
import { SIGNS, type Trial, trialsOf } from "./samples";

const HERE = import.meta.dirname;
/** The messages of a folder by language. */
type Files = Record<Language, Record<string, unknown>>;

const modules = import.meta.glob<Record<string, unknown>>(
  ["../../src/i18n/{en,el}.ts", "../../src/i18n/*/{en,el}.ts"],
  { eager: true },
);

/** By folder, the core messages first. */
const folders = [...new Set(Object.keys(modules).map((file) => file.replace(/\w+\.ts$/, "")))]
  .sort((a, b) => a.length - b.length)
  .map((folder) => {
    const [en, el] = LANGUAGES.map((name) => modules[`${folder}${name}.ts`]?.[name] as object);
    return { folder, files: { en, el } as Files };
  });

const trials = trialsOf(
  folders.map(({ folder, files }) => ({
    file: join(HERE, `${folder}en.ts`),
    name: "en",
    value: files.en,
  })),
);

/** The rendered texts of a message, one per trial. */
function renderings(messages: unknown, { path, calls }: Trial): string[] {
  const message = path.reduce<unknown>(
    (group, name) => (group as Record<string, unknown>)[name],
    messages,
  );
  if (typeof message === "string") return [message];
  return (calls ?? []).map((each) =>
    (message as (...given: readonly unknown[]) => string)(...each),
  );
}

/** For example `commands.line.send`. */
function pathOf(folder: string, { path }: Trial): string {
  return [...folder.split("/").slice(4, -1), ...path].join(".");
}

function signsIn(text: string): string {
  return SIGNS.filter((sign) => text.includes(sign)).join("");
}

describe.each(folders.map((each, i) => ({ ...each, tried: trials[i] as Trial[] })))(
  "$folder",
  ({ folder, files, tried }) => {
    test.each(LANGUAGES)(
      "%s has a valid text for each message, without undefined values",
      (language) => {
        const odd = tried.flatMap((trial) =>
          renderings(files[language], trial)
            .filter((text) => text.trim() === "" || /undefined|null|NaN|\[object|=>|#/.test(text))
            .map((text) => `${trial.path.join(".")}: ${text}`),
        );
        expect(odd).toEqual([]);
      },
    );

    test("Greek has the same placeholders as English", () => {
      const missing = tried.flatMap((trial) => {
        const [english, greek] = [renderings(files.en, trial), renderings(files.el, trial)];
        return english
          .map((text, i) => [text, greek[i] ?? ""] as const)
          .filter(([one, other]) => signsIn(one) !== signsIn(other))
          .map((pair) => `${trial.path.join(".")}: ${pair.join(" / ")}`);
      });
      expect(missing).toEqual([]);
    });

    test("Greek contains no English", () => {
      const words = tried.flatMap((trial) =>
        renderings(files.el, trial).flatMap((text) =>
          [...text.replace(/\{\w+\}/g, "").matchAll(/[A-Za-z]{2,}/g)]
            .map(([word]) => ({ word, path: pathOf(folder, trial) }))
            .filter(({ word, path }) => !isForeign(word, path))
            .map(({ word, path }) => `${path}: ${word}`),
        ),
      );
      expect([...new Set(words)]).toEqual([]);
    });

    test("identical texts in both languages are intended", () => {
      const same = tried
        .filter((trial) =>
          renderings(files.en, trial).every((text, i) => text === renderings(files.el, trial)[i]),
        )
        .filter((trial) => renderings(files.en, trial).some((text) => /\p{L}{2}/u.test(text)))
        .map((trial) => pathOf(folder, trial));
      expect(same.filter((path) => !isSame(path))).toEqual([]);
    });
  },
);
