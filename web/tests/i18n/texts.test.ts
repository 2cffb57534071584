/** The texts of `src/qttt/content` as modules, and a new language. */

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { build } from "vite";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { declarations, messagesModule, readTexts, texts, translatePage } from "../../texts";

const ROOT = join(import.meta.dirname, "../../..");
const CONTENT = join(ROOT, "src/qttt/content");
const ALL = readTexts();
const ENGLISH = ALL["en"] as (typeof ALL)[string];

test("the page says in each language why it cannot start", () => {
  const page = readFileSync(join(ROOT, "web/index.html"), "utf8");
  const translated = translatePage(page, ALL);
  for (const start of [
    'class="unsupported" role="alert">',
    'class="unloaded" role="alert">',
    "<noscript>",
  ])
    expect(translated).toMatch(new RegExp(`${start}\\s*<p lang="en">.*</p>\\s*<p lang="el">`));
});

test.each([
  ["app.close.now", '"app.close.now": "close" is a message itself'],
  ["app", '"app" is a message and a group: rename one'],
])("a message cannot have the key %s", (key, fault) => {
  const messages = { ...ENGLISH.messages, [key]: { code: "`x`", placeholders: {} } };
  const changed = { en: { ...ENGLISH, messages } };
  expect(() => messagesModule(changed, "en", "start")).toThrow(fault);
});

describe("a new language", () => {
  const scratch = mkdtempSync(join(tmpdir(), "qttt-texts-"));
  const content = join(scratch, "content");

  /** A copy of all texts, in which German begins as a copy of English. */
  beforeAll(() => {
    cpSync(CONTENT, content, { recursive: true });
    cpSync(join(CONTENT, "en"), join(content, "de"), { recursive: true });
    return () => rmSync(scratch, { recursive: true });
  });

  /** Change a German file for one test. */
  function change(name: string, part: string, text: string): void {
    const file = join(content, "de", name);
    const whole = readFileSync(file, "utf8");
    onTestFinished(() => writeFileSync(file, whole));
    expect(whole).toContain(part);
    writeFileSync(file, whole.replace(part, text));
  }

  /** The exports of a module that is built with these texts. */
  async function built(source: string): Promise<ReturnType<typeof JSON.parse>> {
    const entry = join(scratch, "entry.js");
    writeFileSync(entry, source);
    const lib = { entry, formats: ["es" as const], fileName: "built" };
    await build({
      configFile: false,
      logLevel: "silent",
      plugins: [texts(content)],
      build: { lib, outDir: join(scratch, "dist") },
    });
    return import(join(scratch, "dist/built.js"));
  }

  test("is a folder", async () => {
    change("app.json", '"Settings"', '"Einstellungen"');
    change("lessons/01-ordinary.md", "Ordinary tic-tac-toe", "Tic-Tac-Toe");
    change("presets.md", "Standard rules", "Standardregeln");
    const module = await built(
      `export { messages } from "messages:all/app.settings";
       export { LANGUAGES, start, later } from "messages:languages";
       export { plans } from "plans:all";`,
    );
    expect(module["LANGUAGES"]).toEqual(["en", "de", "el"]);
    expect(module["messages"].de.app.settings).toBe("Einstellungen");
    expect((await module["start"].de()).messages.presets.goff.name).toBe("Standardregeln");
    const { lessons } = (await module["later"].de()).messages;
    expect(lessons.course.ordinary.title).toBe("Tic-Tac-Toe");
    expect((await module["plans"].de()).plans[0]).toMatch(/^---\ntitle: First contact/);
    const found = readTexts(content);
    expect(declarations(found)).toContain('export type Language = "en" | "de" | "el";');
    expect(translatePage("<!-- page.unloaded app.settings -->", found)).toContain(
      '<p lang="de">A part of the app could not be loaded. <a href="">Einstellungen</a></p>',
    );
  });

  test("with a fault fails the build", async () => {
    change("app.json", '  "app.close": "Close",\n', "");
    const failed = built('export { LANGUAGES } from "messages:names";');
    await expect(failed).rejects.toThrow(/de\/app.json, line \d+: `app.close` is missing below/);
  });

  test.each([
    ["presets.md", "- name: Standard", "- nom: Standard", /line \d+: `goff.nom` is unknown/],
    ["lessons/10-end.md", "goes to", "{Ziel", /line 39: write placeholders as \{name\}/],
  ])("is not read if %s has a fault", (name, part, text, fault) => {
    change(name, part, text);
    expect(() => readTexts(content)).toThrow(new RegExp(`de/${name}, ${fault.source}`));
  });
});

test("moves do not break at the hyphen", () => {
  expect(JSON.stringify(ENGLISH.course["tactics"])).toContain("1-\u{2060}9");
});
