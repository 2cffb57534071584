/**
 * Vite plugin for the texts in `src/qttt/content`, which `scripts/texts.py` reads, checks and compiles.
 * `messages:LANGUAGE/PART` has the messages of a part, and `plans:LANGUAGE` the lesson plans; messages
 * of the group `page` are written into the page itself.
 */

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import type { Plugin } from "vite";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CONTENT = join(ROOT, "src/qttt/content");
const FORMATS = join(ROOT, "web/src/i18n/formats.ts");
const TYPES = join(ROOT, "web/node_modules/.texts/types.d.ts");
const REFERENCE = "en";

/** Groups of messages that are needed before the first move. */
const START =
  "app welcome screens levels levelNotes illegalMoves failures game status events rejections result squares";
/** Groups that the server and the command line need, but not the app. */
const ELSEWHERE = "page language server";
/** `later`: all other groups, loaded with the first screen that needs one. */
type Part = "start" | "later";

/** Texts in Markdown among the messages, by key. */
const MARKDOWN = {
  start: { presets: "presets" },
  later: { "guide.switches": "switches", "lessons.course": "course" },
} as const;

/** A JavaScript expression, and the TypeScript type of each placeholder. */
interface Compiled {
  readonly code: string;
  readonly placeholders: Readonly<Record<string, string>>;
}
type Sections = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

interface LanguageTexts {
  readonly messages: Readonly<Record<string, Compiled>>;
  /** The sources of the messages. */
  readonly page: Readonly<Record<string, string>>;
  readonly presets: Sections;
  readonly switches: Sections;
  readonly course: Sections;
  readonly plans: readonly string[];
}
/** All languages, English first. */
type Texts = Readonly<Record<string, LanguageTexts>>;

/** Throws if a text is missing or wrong, with its file and line. */
export function readTexts(folder = CONTENT): Texts {
  const paths = [join(ROOT, "src"), process.env["PYTHONPATH"]].filter(Boolean);
  try {
    const output = execFileSync(python(), ["-m", "scripts.texts", folder], {
      cwd: ROOT,
      env: { ...process.env, PYTHONPATH: paths.join(delimiter) },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 2 ** 26,
    });
    return JSON.parse(output) as Texts;
  } catch (error) {
    throw new Error((error as { stderr?: string }).stderr?.trim() || (error as Error).message, {
      cause: error,
    });
  }
}

/** The Python that builds the app, otherwise that of the virtual environment or of the system. */
function python(): string {
  const found = [".venv/bin/python", ".venv/Scripts/python.exe"].map((name) => join(ROOT, name));
  return process.env["QTTT_PYTHON"] ?? found.find((path) => existsSync(path)) ?? "python3";
}

// --- modules ---------------------------------------------------------------------------------

/** Source text of an object with an entry for each key, nested at its dots. */
function nested(entries: Iterable<readonly [string, string]>, separator: string): string {
  type Tree = Map<string, Tree | string>;
  const root: Tree = new Map();
  for (const [key, text] of entries) {
    const path = key.split(".");
    const last = path.pop() as string;
    const parent = path.reduce((tree, name) => {
      const child = tree.get(name) ?? new Map<string, Tree | string>();
      if (typeof child === "string") throw new Error(`"${key}": "${name}" is a message itself`);
      tree.set(name, child);
      return child;
    }, root);
    if (parent.has(last)) throw new Error(`"${key}" is a message and a group: rename one`);
    parent.set(last, text);
  }
  const write = (tree: Tree | string): string =>
    typeof tree === "string"
      ? tree
      : `{${[...tree].map(([name, child]) => `${JSON.stringify(name)}: ${write(child)}`).join(separator)}}`;
  return write(root);
}

function partOf(key: string): Part | "elsewhere" {
  const group = key.split(".")[0] as string;
  if (ELSEWHERE.split(" ").includes(group)) return "elsewhere";
  return START.split(" ").includes(group) ? "start" : "later";
}

/** The texts of a part; it can also be a list of keys and groups: `app,squares`. */
function entriesOf(texts: LanguageTexts, part: string): (readonly [string, string])[] {
  const isPart = part === "start" || part === "later";
  const isOwn = (key: string): boolean =>
    isPart
      ? partOf(key) === part
      : part.split(",").some((name) => key === name || key.startsWith(`${name}.`));
  const messages = Object.entries(texts.messages)
    .filter(([key]) => isOwn(key))
    .map(([key, { code }]) => [key, code] as const);
  const markdown = isPart ? Object.entries(MARKDOWN[part]) : [];
  return [
    ...messages,
    ...markdown.map(([key, kind]) => [key, JSON.stringify(texts[kind])] as const),
  ];
}

/** The module `messages:LANGUAGE/PART`. */
export function messagesModule(texts: Texts, language: string, part: string): string {
  return `import { formats } from "${FORMATS}";
const { form, number } = formats("${language}");
export const messages = ${nested(entriesOf(texts[language] as LanguageTexts, part), ",\n")};
`;
}

/** The module `messages:all/PART`: these messages of each language. */
function allModule(languages: readonly string[], part: string): string {
  const imports = languages.map(
    (language, i) => `import { messages as m${i} } from "messages:${language}/${part}";\n`,
  );
  const entries = languages.map((language, i) => `"${language}": m${i}`);
  return `${imports.join("")}export const messages = {${entries.join(", ")}};\n`;
}

/** The module `messages:languages`; only English is loaded at the start. */
function languagesModule(languages: readonly string[]): string {
  const loader = (part: Part) => (language: string) =>
    part === "start" && language === REFERENCE
      ? `"${language}": async () => reference`
      : `"${language}": () => import("messages:${language}/${part}")`;
  return `import * as reference from "messages:${REFERENCE}/start";
export { LANGUAGES } from "messages:names";
export const start = {${languages.map(loader("start")).join(", ")}};
export const later = {${languages.map(loader("later")).join(", ")}};
`;
}

/** The source of a virtual module. */
function moduleOf(texts: Texts, id: string): string {
  const [kind, name = ""] = id.split(":");
  const [language = "", part] = name.split("/");
  const languages = Object.keys(texts);
  if (kind === "plans") {
    const loaders = languages.map((code) => `"${code}": () => import("plans:${code}")`);
    return language === "all"
      ? `export const plans = {${loaders.join(", ")}};`
      : `export const plans = ${JSON.stringify(texts[language]?.plans)};`;
  }
  if (language === "names") return `export const LANGUAGES = ${JSON.stringify(languages)};\n`;
  if (!part) return languagesModule(languages);
  return language === "all" ? allModule(languages, part) : messagesModule(texts, language, part);
}

/** Declarations of the modules, with a type for each message. */
export function declarations(texts: Texts): string {
  const english = texts[REFERENCE] as LanguageTexts;
  const type = ({ placeholders }: Compiled) => {
    const values = Object.entries(placeholders).map(([name, kind]) => `readonly ${name}: ${kind}`);
    return values.length > 0 ? `(values: { ${values.join("; ")} }) => string` : "string";
  };
  const sections = (kind: "presets" | "switches" | "course") =>
    Object.entries(english[kind]).map(([name, section]) => [
      name,
      kind === "course"
        ? 'import("../../src/i18n/lesson-texts").LessonTexts'
        : `{ ${Object.keys(section)
            .map((key) => `readonly ${JSON.stringify(key)}: string`)
            .join("; ")} }`,
    ]);
  const [start, later] = (["start", "later"] as const).map((part) =>
    nested(
      [
        ...Object.entries(english.messages)
          .filter(([key]) => partOf(key) === part)
          .map(([key, message]) => [key, type(message)] as const),
        ...Object.entries(MARKDOWN[part]).flatMap(([key, kind]) =>
          sections(kind).map(([name, text]) => [`${key}.${name}`, text as string] as const),
        ),
      ],
      ";\n",
    ),
  );
  const languages = Object.keys(texts).map((language) => JSON.stringify(language));
  return `declare module "messages:languages" {
export type Language = ${languages.join(" | ")};
export type Messages = ${start};
export type Features = ${later};
type Loaders<M> = Readonly<Record<Language, () => Promise<{ readonly messages: M }>>>;
export const LANGUAGES: readonly Language[];
export const start: Loaders<Messages>;
export const later: Loaders<Features>;
}
declare module "messages:names" {
export const LANGUAGES: readonly import("messages:languages").Language[];
}
declare module "messages:*" {
export const messages: unknown;
}
declare module "plans:all" {
type Loader = () => Promise<{ readonly plans: readonly string[] }>;
export const plans: Readonly<Record<import("messages:languages").Language, Loader>>;
}
`;
}

/**
 * Replace comments such as `<!-- page.unloaded app.reload -->` by a paragraph in each language. The
 * second message becomes a link that loads the page again.
 */
export function translatePage(html: string, texts: Texts): string {
  return html.replace(/<!-- (page\.\w+)(?: (\S+))? -->/g, (_, key: string, link?: string) =>
    Object.entries(texts)
      .map(([language, { page }]) => {
        const again = link ? ` <a href="">${page[link]}</a>` : "";
        return `<p lang="${language}">${page[key]}${again}</p>`;
      })
      .join("\n"),
  );
}

/** Import `messages:languages` and `plans:all`, whose types are written to `node_modules`. */
export function texts(folder = CONTENT): Plugin {
  let current: Texts | null = null;
  const read = (): Texts => (current ??= readTexts(folder));
  return {
    name: "texts",
    configResolved() {
      if (folder !== CONTENT) return;
      mkdirSync(dirname(TYPES), { recursive: true });
      writeFileSync(TYPES, declarations(read()));
    },
    watchChange(id) {
      if (id.startsWith(folder)) current = null;
    },
    resolveId: { filter: { id: /^(messages|plans):/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0(messages|plans):/ },
      handler(id) {
        for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
          if (/\.(md|json)$/.test(name)) this.addWatchFile(join(folder, name));
        return moduleOf(read(), id.slice(1));
      },
    },
    transformIndexHtml: (html) => translatePage(html, read()),
  };
}
