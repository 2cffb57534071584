/**
 * Texts in `src/qttt/content`, read while the app is built: lessons, presets and rules. The format is
 * described in that folder and also read by `src/qttt/notation/content.py`; `spec/golden/content.json`
 * tests both.
 */

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { Plugin } from "vite";

import { COURSE } from "./src/lessons/course.ts";
import { type Lesson, stepsOf } from "./src/lessons/lesson.ts";
import type { LessonTexts, StepText } from "./src/i18n/lesson-texts.ts";

type Texts = Readonly<Record<string, string>>;

const CONTENT = fileURLToPath(new URL("../src/qttt/content", import.meta.url));
const REFERENCE = "en";
const PLACEHOLDER = /\{(\w+)\}/g;

/** A paragraph, or what follows a sign: `---`, `##`, `-`, `1.` or a fence. */
interface Entry {
  readonly line: number;
  readonly sign: string;
  text: string;
}

function entriesOf(source: string): Entry[] {
  const found: Entry[] = [];
  let [fence, isOpen] = ["", false];
  for (const [i, line] of source.split(/\r?\n/).entries()) {
    const [text, last] = [line.trim(), found.at(-1)];
    const [, sign, rest = ""] = /^(##|-|\d+\.) +(.*)$/.exec(line) ?? [];
    if (text === "---" || text.startsWith("```")) {
      [fence, isOpen] = [fence ? "" : text.slice(0, 3), false];
    } else if (!text) {
      isOpen = false;
    } else if (fence) {
      found.push({ line: i + 1, sign: fence, text });
    } else if (sign) {
      found.push({ line: i + 1, sign, text: rest.trim() });
      isOpen = sign !== "##";
    } else if (line.startsWith("#")) {
      throw fault(i + 1, "begin headings with ## and a space");
    } else if (isOpen && last) {
      last.text += ` ${text}`;
    } else {
      found.push({ line: i + 1, sign: "", text });
      isOpen = true;
    }
  }
  if (fence) throw fault(found.at(-1)?.line ?? 1, `add a line ${fence} below`);
  for (const { line, text } of found)
    if (/[{}]/.test(text.replace(PLACEHOLDER, "")))
      throw fault(line, "write placeholders as {name}");
  return found;
}

/**
 * The texts of a file by key: `- hint: …` below `## row` is `row.hint`, a paragraph `row`. A
 * paragraph above all headings is `text`.
 */
export function textsOf(source: string): Texts {
  const found: Record<string, string> = {};
  let section = "";
  for (const { line, sign, text } of entriesOf(source)) {
    if (sign === "##") {
      section = `${text}.`;
      continue;
    }
    const isNamed = sign === "-" || sign === "---";
    const named = isNamed ? /^([\w-]+): +(.+)$/.exec(text) : null;
    if (isNamed && !named) throw fault(line, `write ${sign === "-" ? "- " : ""}name: text`);
    const name = named?.[1] ?? (sign === "```" ? "board" : sign.replace(".", ""));
    const key = (section + name).replace(/\.$/, "") || "text";
    if (key in found) throw fault(line, `\`${key}\` is there twice: join both, or remove one`);
    found[key] = named?.[2] ?? text;
  }
  return found;
}

function fault(line: number, remedy: string): Error {
  return new Error(`line ${line}: ${remedy}`);
}

// --- lessons ---------------------------------------------------------------------------------

/** The lessons of a language. Throws if a text is missing or unknown. */
export function courseOf(language: string, content = CONTENT): Record<string, LessonTexts> {
  const known = COURSE.map(fileOf);
  const unknown = readdirSync(join(content, language, "lessons")).find(
    (name) => !known.includes(name),
  );
  if (unknown) throw new Error(`${language}/lessons/${unknown}: unknown lesson: remove it`);
  return Object.fromEntries(
    COURSE.map((lesson, i) => {
      const [own, english] = [language, REFERENCE].map((each) =>
        read(content, each, `lessons/${fileOf(lesson, i)}`),
      ) as [Texts, Texts];
      check(`${language}/lessons/${fileOf(lesson, i)}`, lesson, own, english);
      return [lesson.id, lessonTexts(lesson, own)];
    }),
  );
}

/** For example `01-ordinary.md`. */
function fileOf({ id }: Lesson, i: number): string {
  return `${String(i + 1).padStart(2, "0")}-${id}.md`;
}

function read(content: string, language: string, name: string): Texts {
  try {
    return textsOf(readFileSync(join(content, language, name), "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error)
      throw new Error(
        `${language}/${name}: missing file: copy and translate ${REFERENCE}/${name}`,
        { cause: error },
      );
    throw new Error(`${language}/${name}, ${(error as Error).message}`, { cause: error });
  }
}

function check(name: string, lesson: Lesson, own: Texts, english: Texts): void {
  const keys = ["title", "text", "note"].concat(
    stepsOf(lesson).flatMap(({ id, kind }) =>
      kind === "read" ? [id] : [id, `${id}.hint`, `${id}.done`],
    ),
  );
  const missing = keys.find((key) => !own[key]);
  if (missing) throw new Error(`${name}: \`${missing}\` is missing: add it`);
  const unknown = Object.keys(own).find((key) => !keys.includes(key));
  if (unknown) throw new Error(`${name}: \`${unknown}\` is unknown: remove it`);
  compare(name, own, english);
}

/** Throws if a text's placeholders differ from those of the English text. */
function compare(name: string, own: Texts, english: Texts): void {
  for (const key of Object.keys(english)) {
    const [given, wanted] = [own, english].map((texts) => placeholders(texts[key] ?? ""));
    if (given !== wanted)
      throw new Error(
        `${name}: \`${key}\` has the placeholders ${given || "none"}: write ${wanted || "none"}`,
      );
  }
}

// --- presets and rules -----------------------------------------------------------------------

/** The texts of a file by section. Throws if one is missing or unknown in English. */
export function sectionsOf(
  language: string,
  file: string,
  content = CONTENT,
): Record<string, Record<string, string>> {
  const [own, english] = [language, REFERENCE].map((each) => read(content, each, file)) as [
    Texts,
    Texts,
  ];
  const name = `${language}/${file}`;
  const missing = Object.keys(english).find((key) => !own[key]);
  if (missing) throw new Error(`${name}: \`${missing}\` is missing: add it`);
  const unknown = Object.keys(own).find((key) => !english[key]);
  if (unknown) throw new Error(`${name}: \`${unknown}\` is unknown: remove it`);
  compare(name, own, english);
  const found: Record<string, Record<string, string>> = {};
  for (const [key, text] of Object.entries(own)) {
    const [section = "", part = "text"] = key.split(".");
    (found[section] ??= {})[part] = text;
  }
  return found;
}

function placeholders(text: string): string {
  return [...new Set(text.match(PLACEHOLDER))].sort().join(" ");
}

function lessonTexts(lesson: Lesson, texts: Texts): LessonTexts {
  const text = (key: string): string => unbroken(texts[key] ?? "");
  const step = (id: string): StepText =>
    texts[`${id}.hint`]
      ? { text: text(id), hint: text(`${id}.hint`), done: text(`${id}.done`) }
      : { text: text(id) };
  return {
    title: text("title"),
    about: text("text"),
    note: text("note"),
    steps: Object.fromEntries(stepsOf(lesson).map(({ id }) => [id, step(id)])),
  };
}

/** Moves such as 1-9 stay on one line. */
function unbroken(text: string): string {
  return text.replace(/(?<=\d)-(?=\d)/g, "-\u{2060}");
}

// --- lesson plans --------------------------------------------------------------------------------

/** The prepared lessons of a language, or of English if it has none. */
export function plansOf(language: string, content = CONTENT): string[] {
  const folder = [language, REFERENCE]
    .map((each) => join(content, each, "plans"))
    .find((each) => existsSync(each));
  if (!folder) return [];
  const names = readdirSync(folder).sort();
  return names.map((name) => readFileSync(join(folder, name), "utf8"));
}

/** A module that loads the lesson plans of each language. */
function planLoaders(content: string): string {
  const languages = readdirSync(content, { withFileTypes: true }).filter((each) =>
    each.isDirectory(),
  );
  const loaders = languages.map(({ name }) => `${name}: () => import("plans:${name}")`);
  return `export const plans = { ${loaders.join(", ")} }`;
}

/**
 * Import `course:en`, `presets:en` and `switches:en`: lessons, presets and rules in English.
 * `plans:all` loads the lesson plans of each language.
 */
export function contentTexts(content = CONTENT): Plugin {
  return {
    name: "texts",
    resolveId: { filter: { id: /^(course|presets|switches|plans):/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0(course|presets|switches|plans):/ },
      handler(id) {
        const [kind = "", language = ""] = id.slice(1).split(":");
        if (kind === "plans")
          return language === "all"
            ? planLoaders(content)
            : `export const plans = ${JSON.stringify(plansOf(language, content))}`;
        const isCourse = kind === "course";
        const files = isCourse
          ? COURSE.map((lesson, i) => join("lessons", fileOf(lesson, i)))
          : [`${kind}.md`];
        for (const folder of [language, REFERENCE])
          for (const file of files) this.addWatchFile(join(content, folder, file));
        const found = isCourse
          ? courseOf(language, content)
          : sectionsOf(language, `${kind}.md`, content);
        return `export const ${kind} = ${JSON.stringify(found)}`;
      },
    },
  };
}
