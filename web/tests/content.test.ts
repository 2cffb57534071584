/** Reading the lessons' texts, and comparing them with the course and with English. */

import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { build } from "vite";
import { beforeAll, expect, onTestFinished, test } from "vitest";

import { contentTexts, courseOf, sectionsOf, textsOf } from "../content";
import { ROOT } from "./kernel/ports";

interface Case {
  readonly is: string;
  readonly file: string;
  readonly texts?: Readonly<Record<string, string>>;
  readonly error?: string;
}

const CASES = JSON.parse(readFileSync(`${ROOT}spec/golden/content.json`, "utf8")) as Case[];

test.each(CASES)("$is: these texts or this error", ({ file, texts, error }) => {
  if (texts) expect(textsOf(file)).toEqual(texts);
  else expect(() => textsOf(file)).toThrow(new Error(error));
});

// --- a new language --------------------------------------------------------------------------

let content = "";

/** A copy of all texts, in which French begins as a copy of English. */
beforeAll(() => {
  content = mkdtempSync(join(tmpdir(), "qttt-content-"));
  cpSync(`${ROOT}src/qttt/content`, content, { recursive: true });
  cpSync(`${ROOT}src/qttt/content/en`, join(content, "fr"), { recursive: true });
  return () => rmSync(content, { recursive: true });
});

/** Change a French lesson for one test. */
function change(name: string, part: string, text: string): void {
  const file = join(content, "fr/lessons", name);
  const whole = readFileSync(file, "utf8");
  onTestFinished(() => writeFileSync(file, whole));
  expect(whole).toContain(part);
  writeFileSync(file, whole.replace(part, text));
}

async function built(): Promise<string> {
  const entry = join(content, "app.js");
  writeFileSync(entry, 'import { course } from "course:fr"; console.log(course.ordinary.title);');
  const done = await build({
    configFile: false,
    logLevel: "silent",
    plugins: [contentTexts(content)],
    build: { write: false, rolldownOptions: { input: entry } },
  });
  return JSON.stringify(done);
}

test("a folder that was copied is a language of the app's build", async () => {
  change("01-ordinary.md", "Ordinary tic-tac-toe", "Morpion ordinaire");
  expect(courseOf("fr", content)["ordinary"]?.title).toBe("Morpion ordinaire");
  expect(await built()).toContain("Morpion ordinaire");
});

test.each([
  ["- name: Standard rules\n", "", "`goff.name` is missing: add it"],
  ["- name: Standard", "- nom: Standard", "`goff.name` is missing: add it"],
  ["## goff", "## autre\n\nx\n\n## goff", "`autre` is unknown: remove it"],
])("presets: %j → %j is a fault", (part, text, fault) => {
  change("../presets.md", part, text);
  expect(() => sectionsOf("fr", "presets.md", content)).toThrow(`fr/presets.md: ${fault}`);
});

test("the rules have their placeholders", () => {
  change("../switches.md", "{rows} ×", "");
  const fault = "fr/switches.md: `board` has the placeholders {cols}: write {cols} {rows}";
  expect(() => sectionsOf("fr", "switches.md", content)).toThrow(fault);
  expect(sectionsOf("el", "switches.md")["last_square"]?.["empty"]).toContain("κενό");
});

test("moves do not break at the hyphen", () => {
  expect(courseOf("en")["tactics"]?.note).toContain("1-\u{2060}9");
});

test.each([
  ["- hint: Look for the empty square.\n", "", "`last.hint` is missing: add it"],
  ["## last", "## dernier", "`last` is missing: add it"],
  ["- done: ", "- astuce: x\n- done: ", "`last.astuce` is unknown: remove it"],
  ["goes to", "{carré}", ", line 39: write placeholders as {name}"],
  ["goes to", "{but}", "`open` has the placeholders {but} {next}: write {next}"],
])("%j → %j fails the build, with language, file and key", async (part, text, fault) => {
  change("10-end.md", part, text);
  const separator = fault.startsWith(",") ? "" : ": ";
  await expect(built()).rejects.toThrow(`fr/lessons/10-end.md${separator}${fault}`);
});

test("missing and unknown lessons are named", () => {
  const [known, other] = ["03-entanglement.md", "03-intrication.md"].map((name) =>
    join(content, "fr/lessons", name),
  ) as [string, string];
  const missing = "fr/lessons/03-entanglement.md: missing file: copy and translate en/lessons/03";
  renameSync(known, other);
  onTestFinished(() => renameSync(other, known));
  expect(() => courseOf("fr", content)).toThrow("fr/lessons/03-intrication.md: unknown lesson");
  renameSync(other, join(content, "03"));
  expect(() => courseOf("fr", content)).toThrow(missing);
  renameSync(join(content, "03"), other);
});
