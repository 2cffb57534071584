/** The compiler of message catalogues. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { build } from "vite";
import { afterAll, describe, expect, test } from "vitest";

import {
  catalogues,
  compileMessage,
  declarations,
  languagesIn,
  messagesModule,
  readCatalogue,
  translatePage,
} from "../../catalogues";
import { formats } from "../../src/i18n/formats";

const ROOT = join(import.meta.dirname, "../../..");
const SOURCE = join(ROOT, "src/qttt/content");
const folder = mkdtempSync(join(tmpdir(), "qttt-catalogues-"));

afterAll(() => rmSync(folder, { recursive: true }));

function render(text: string, values: object, language = "en"): string {
  const { code } = compileMessage(text, language);
  const { form, number } = formats(language);
  const message = new Function("form", "number", `return ${code}`)(form, number) as
    string | ((values: object) => string);
  return typeof message === "string" ? message : message(values);
}

test.each([
  ["It’s `done` for $'{'5'}' \\.", {}, "It’s `done` for ${5} \\."],
  ["this '}' has no '{'", {}, "this } has no {"],
  ["{mark} is in {one}.", { mark: "X1", one: 5 }, "X1 is in 5."],
  ["{count, number} marks", { count: 1234 }, "1,234 marks"],
  ["{count, plural, one {# mark} other {# marks}}", { count: 1 }, "1 mark"],
  ["{count, plural, one {# mark} other {# marks}}", { count: 1234 }, "1,234 marks"],
  ["{count, plural, =0 {none} one {one} other {#}}", { count: 0 }, "none"],
  ["{who, select, X {first} other {second}}", { who: "X" }, "first"],
  ["{who, select, X {first} other {second}}", { who: "O" }, "second"],
  ["{isDone, select, true {done} other {open}}", { isDone: false }, "open"],
  ["{n, plural, one {{who, select, X {x} other {o}}} other {many}}", { n: 1, who: "X" }, "x"],
])("%s with %j is %s", (text, values, expected) => {
  expect(render(text, values)).toBe(expected);
});

test("plural forms are those of the language", () => {
  const text = "{n, plural, one {#a} few {#b} many {#c} other {#d}}";
  expect([1, 3, 5].map((n) => render(text, { n }, "pl"))).toEqual(["1a", "3b", "5c"]);
});

test.each([
  ["{count, plural, other {#}}", null],
  ["{count, plural, =0 {none} =1 {one} other {#}}", null],
  ["{count, plural, one {#} few {#} other {#}}", "remove the plural form few"],
  ["{count, plural, few {#} other {#}}", "add the plural form one"],
  ["{count, plural, offset:1 one {#} other {#}}", "use plural without offset"],
  ["{count, selectordinal, one {#st} other {#th}}", "use plural without offset"],
  ["{count, number, percent}", "write numbers as {name, number}"],
  ["{day, date}", "use text, {name}, {name, number}, plural and select"],
  ["{0} marks", "name the placeholder {0} by a word"],
  ["{n, plural, one {} other {}} {n, select, X {} other {}}", "use the placeholder {n} in one way"],
  ["{who, select, X {first}}", "MISSING_OTHER_CLAUSE"],
  ["{who", "EXPECT_ARGUMENT_CLOSING_BRACE"],
])("%s: %s", (text, fault) => {
  const compile = () => compileMessage(text, "en");
  if (fault) expect(compile).toThrow(fault);
  else expect(compile).not.toThrow();
});

test("the page says in each language why it cannot start", () => {
  const page = readFileSync(join(ROOT, "web/index.html"), "utf8");
  const translated = translatePage(page, SOURCE);
  for (const start of [
    'class="unsupported" role="alert">',
    'class="unloaded" role="alert">',
    "<noscript>",
  ])
    expect(translated).toMatch(new RegExp(`${start}\\s*<p lang="en">.*</p>\\s*<p lang="el">`));
});

describe("a catalogue", () => {
  const english = readFileSync(join(SOURCE, "en/app.json"), "utf8");

  function write(name: string, text: string): void {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, "app.json"), text);
  }

  test("of a new language needs no code", () => {
    write("en", english);
    write("de", english.replace('"Settings"', '"Einstellungen"'));
    expect(languagesIn(folder)).toEqual(["en", "de"]);
    expect(messagesModule(folder, "de", "start")).toContain('"settings": `Einstellungen`');
    expect(declarations(folder)).toContain('export type Language = "en" | "de";');
    expect(translatePage("<!-- page.unloaded app.settings -->", folder)).toBe(
      '<p lang="en">A part of the app could not be loaded. <a href="">Settings</a></p>\n' +
        '<p lang="de">A part of the app could not be loaded. <a href="">Einstellungen</a></p>',
    );
  });

  test("of a new language is built into what has all languages", async () => {
    write("en", english);
    write("de", english.replace('"Settings"', '"Einstellungen"'));
    const entry = join(folder, "all.js");
    const source = 'export { messages } from "messages:all/app.settings";\n';
    writeFileSync(entry, `${source}export { LANGUAGES } from "messages:names";\n`);
    const lib = { entry, formats: ["es" as const], fileName: "built" };
    await build({
      configFile: false,
      logLevel: "silent",
      plugins: [catalogues(folder)],
      build: { lib, outDir: join(folder, "dist") },
    });
    const { LANGUAGES, messages } = await import(join(folder, "dist/built.js"));
    expect(LANGUAGES).toEqual(["en", "de"]);
    expect(messages.de.app.settings).toBe("Einstellungen");
  });

  test.each([
    [/ {2}"app.close": .*\n/, "", 'de/app.json: "app.close" is missing: translate it'],
    [
      '"app.close"',
      '"app.shut": "",\n  "app.close"',
      'de/app.json: "app.shut" is unknown: remove it',
    ],
    [
      "Ready for {next}",
      "Ready for {other}",
      'de/app.json: "record.suggestion" has the placeholders {level} {other}: write {level} {next}',
    ],
    [
      '"events.whole": "{mark} is',
      '"events.whole": "{mark, plural, one {#} other {#}} is',
      'de/app.json: "events.whole" uses {mark} as a number: en/app.json does not',
    ],
    [
      '"app.close"',
      '"app.close": "x",\n  "app.close"',
      'de/app.json: "app.close" is there twice: remove one',
    ],
    ["Remove {game}", "Remove {game", 'de/app.json: "games.remove" cannot be read: EXPECT_ARG'],
  ])("with %s as %s is rejected", (from, to, fault) => {
    write("en", english);
    const changed = english.replace(from, to);
    expect(changed).not.toBe(english);
    write("de", changed);
    expect(() => readCatalogue(folder, "de")).toThrow(fault);
  });

  test.each([
    ["app.close.now", '"app.close.now": "close" is a message itself'],
    ["app", '"app" is a message and a group: rename one'],
  ])("cannot have the key %s", (key, fault) => {
    write("en", english.replace(/\n\}/, `,\n  "${key}": "x"\n}`));
    expect(() => messagesModule(folder, "en", "start")).toThrow(fault);
  });
});
