/**
 * Vite plugin that compiles the message catalogues, `app.json` of each language in `src/qttt/content`,
 * in ICU syntax, and writes the messages of the group `page` into the page itself.
 */

import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import {
  type MessageFormatElement,
  type PluralElement,
  type SelectElement,
  TYPE,
  parse,
} from "@formatjs/icu-messageformat-parser";
import type { Plugin } from "vite";

const CONTENT = fileURLToPath(new URL("../src/qttt/content", import.meta.url));
const FORMATS = fileURLToPath(new URL("src/i18n/formats.ts", import.meta.url));
const TYPES = fileURLToPath(new URL("node_modules/.catalogues/types.d.ts", import.meta.url));
const REFERENCE = "en";
const FILE = "app.json";

/** Groups of messages that are needed before the first move. */
const START =
  "app welcome screens levels levelKeys levelNotes illegalMoves failures game status events rejections result squares";
/** `later`: all other groups, loaded with the first screen that needs one. */
type Part = "start" | "later";

/** Texts from `src/qttt/content` among the messages: the modules of content.ts, by key. */
const MARKDOWN: Readonly<Record<Part, Readonly<Record<string, string>>>> = {
  start: { presets: "presets" },
  later: { "guide.switches": "switches", "lessons.course": "course" },
};

/** A JavaScript expression, and the TypeScript type of each placeholder. */
interface Compiled {
  readonly code: string;
  readonly placeholders: ReadonlyMap<string, string>;
}
type Catalogue = ReadonlyMap<string, Compiled>;

// --- messages --------------------------------------------------------------------------------

const TEXT = "string | number";

/** Compile a message: a template literal, or a function of the values `v` if it has placeholders. */
export function compileMessage(text: string, language: string): Compiled {
  const compiler = new Compiler(language);
  const code = compiler.template(parse(text, { ignoreTag: true }));
  const { placeholders } = compiler;
  return { code: placeholders.size > 0 ? `(v) => ${code}` : code, placeholders };
}

class Compiler {
  readonly placeholders = new Map<string, string>();
  private readonly forms: readonly string[];

  constructor(language: string) {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    this.forms = pluralCategories.filter((form) => form !== "other");
  }

  /** `counted`: the number that `#` stands for. */
  template(elements: readonly MessageFormatElement[], counted = ""): string {
    return `\`${elements.map((element) => this.part(element, counted)).join("")}\``;
  }

  private part(element: MessageFormatElement, counted: string): string {
    switch (element.type) {
      case TYPE.literal:
        return element.value.replace(/[`\\]|\$(?=\{)/g, "\\$&");
      case TYPE.pound:
        return `\${number(${counted})}`;
      case TYPE.argument:
        return `\${${this.value(element.value, TEXT)}}`;
      case TYPE.number:
        if (element.style) throw new Error("write numbers as {name, number}");
        return `\${number(${this.value(element.value, "number")})}`;
      case TYPE.select:
        return this.select(element);
      case TYPE.plural:
        return this.plural(element);
      default:
        throw new Error("use text, {name}, {name, number}, plural and select");
    }
  }

  private select({ value, options }: SelectElement): string {
    const names = Object.keys(options).filter((name) => name !== "other");
    const isFlag = names.length === 1 && names[0] === "true";
    const given = this.value(value, isFlag ? "boolean" : "string");
    const test = (name: string) => (isFlag ? given : `${given} === ${JSON.stringify(name)}`);
    return this.cases(options, test, "");
  }

  private plural({ value, options, offset, pluralType }: PluralElement): string {
    if (offset || pluralType === "ordinal") throw new Error("use plural without offset");
    const names = Object.keys(options).filter((name) => !/^=|^other$/.test(name));
    const missing = this.forms.find((form) => names.length > 0 && !names.includes(form));
    if (missing) throw new Error(`add the plural form ${missing}`);
    const unknown = names.find((name) => !this.forms.includes(name));
    if (unknown) throw new Error(`remove the plural form ${unknown}`);
    const given = this.value(value, "number");
    const test = (name: string) =>
      name.startsWith("=") ? `${given} === ${name.slice(1)}` : `form(${given}) === "${name}"`;
    return this.cases(options, test, given);
  }

  private cases(
    options: PluralElement["options"],
    test: (name: string) => string,
    counted: string,
  ): string {
    const text = (name: string) => this.template(options[name]?.value ?? [], counted);
    const names = Object.keys(options).filter((name) => name !== "other");
    return `\${${names.map((name) => `${test(name)} ? ${text(name)} : `).join("")}${text("other")}}`;
  }

  private value(name: string, type: string): string {
    if (!/^[a-z]\w*$/i.test(name)) throw new Error(`name the placeholder {${name}} by a word`);
    const known = this.placeholders.get(name) ?? TEXT;
    if (known !== TEXT && type !== TEXT && known !== type)
      throw new Error(`use the placeholder {${name}} in one way`);
    this.placeholders.set(name, known === TEXT ? type : known);
    return `v.${name}`;
  }
}

// --- catalogues ------------------------------------------------------------------------------

/** The languages that have a catalogue, English first. */
export function languagesIn(folder: string): readonly string[] {
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, FILE)));
  const others = names.filter((name) => name !== REFERENCE);
  return [REFERENCE, ...others.sort()];
}

/** Throws if a message cannot be compiled, or differs from English in keys or placeholders. */
export function readCatalogue(folder: string, language: string): Catalogue {
  const own = compileFile(folder, language);
  if (language === REFERENCE) return own;
  const english = compileFile(folder, REFERENCE);
  const fault = (key: string, what: string) => new Error(`${language}/${FILE}: "${key}" ${what}`);
  for (const [key, { placeholders }] of english) {
    const found = own.get(key);
    if (!found) throw fault(key, "is missing: translate it");
    const [given, wanted] = [found.placeholders, placeholders].map(namesOf);
    if (given !== wanted) throw fault(key, `has the placeholders ${given}: write ${wanted}`);
    const odd = [...found.placeholders].find(
      ([name, type]) => type !== TEXT && type !== placeholders.get(name),
    );
    if (odd) throw fault(key, `uses {${odd[0]}} as a ${odd[1]}: ${REFERENCE}/${FILE} does not`);
  }
  for (const key of own.keys()) if (!english.has(key)) throw fault(key, "is unknown: remove it");
  return own;
}

function compileFile(folder: string, language: string): Catalogue {
  const name = `${language}/${FILE}`;
  const source = readFileSync(join(folder, name), "utf8");
  const messages = Object.entries(JSON.parse(source) as Record<string, string>);
  const twice = [...source.matchAll(/^ *("[^"]+"):/gm)].map(([, key]) => key);
  const repeated = twice.find((key, i) => twice.indexOf(key) < i);
  if (repeated) throw new Error(`${name}: ${repeated} is there twice: remove one`);
  return new Map(
    messages.map(([key, text]) => {
      try {
        return [key, compileMessage(text, language)];
      } catch (error) {
        throw new Error(`${name}: "${key}" cannot be read: ${(error as Error).message}`, {
          cause: error,
        });
      }
    }),
  );
}

/** For example `{count} {mark}`. */
function namesOf(placeholders: Compiled["placeholders"]): string {
  const names = [...placeholders.keys()].sort().map((name) => `{${name}}`);
  return names.join(" ") || "none";
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
      : `{${[...tree].map(([name, each]) => `${JSON.stringify(name)}: ${write(each)}`).join(separator)}}`;
  return write(root);
}

function partOf(key: string): Part | "page" {
  if (key.startsWith("page.")) return "page";
  return START.split(" ").includes(key.split(".")[0] as string) ? "start" : "later";
}

/** The module `messages:LANGUAGE/PART`; a part can also be a list of keys and groups: `app,squares`. */
export function messagesModule(folder: string, language: string, part: string): string {
  const isPart = part === "start" || part === "later";
  const isOwn = (key: string): boolean =>
    isPart
      ? partOf(key) === part
      : part.split(",").some((each) => key === each || key.startsWith(`${each}.`));
  const own = [...readCatalogue(folder, language)].filter(([key]) => isOwn(key));
  const content = isPart ? Object.entries(MARKDOWN[part]) : [];
  const imports = content.map(([, name]) => `import { ${name} } from "${name}:${language}";\n`);
  const entries = own.map(([key, { code }]) => [key, code] as const);
  return `import { formats } from "${FORMATS}";
${imports.join("")}const { form, number } = formats("${language}");
export const messages = ${nested([...entries, ...content], ",\n")};
`;
}

/** The module `messages:all/PART`: these messages of each language. */
function allModule(languages: readonly string[], part: string): string {
  const imports = languages.map(
    (each, i) => `import { messages as m${i} } from "messages:${each}/${part}";\n`,
  );
  const entries = languages.map((each, i) => `"${each}": m${i}`);
  return `${imports.join("")}export const messages = {${entries.join(", ")}};\n`;
}

/** The module `messages:names`: the languages. */
function namesModule(languages: readonly string[]): string {
  return `export const LANGUAGES = ${JSON.stringify(languages)};\n`;
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

/** Declarations of `messages:languages`, with a type for each message. */
export function declarations(folder: string): string {
  const all = [...compileFile(folder, REFERENCE)];
  const type = ({ placeholders }: Compiled) => {
    const values = [...placeholders].map(([name, each]) => `readonly ${name}: ${each}`);
    return values.length > 0 ? `(values: { ${values.join("; ")} }) => string` : "string";
  };
  const [start, later] = (["start", "later"] as const).map((part) =>
    nested(
      [
        ...all
          .filter(([key]) => partOf(key) === part)
          .map(([key, each]) => [key, type(each)] as const),
        ...Object.entries(MARKDOWN[part]).map(
          ([key, name]) => [key, `typeof import("${name}:${REFERENCE}").${name}`] as const,
        ),
      ],
      ";\n",
    ),
  );
  const languages = languagesIn(folder).map((each) => JSON.stringify(each));
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
`;
}

/**
 * Replace comments such as `<!-- page.unloaded app.reload -->` by a paragraph in each language. The
 * second message becomes a link that loads the page again.
 */
export function translatePage(html: string, folder: string): string {
  const catalogues = languagesIn(folder).map((language) => {
    readCatalogue(folder, language);
    const source = readFileSync(join(folder, language, FILE), "utf8");
    return { language, texts: JSON.parse(source) as Record<string, string> };
  });
  return html.replace(/<!-- (page\.\w+)(?: (\S+))? -->/g, (_, key: string, link?: string) =>
    catalogues
      .map(({ language, texts }) => {
        const again = link ? ` <a href="">${texts[link]}</a>` : "";
        return `<p lang="${language}">${texts[key]}${again}</p>`;
      })
      .join("\n"),
  );
}

/** Import `messages:languages`, whose types are written to `node_modules`. */
export function catalogues(folder = CONTENT): Plugin {
  return {
    name: "catalogues",
    configResolved() {
      mkdirSync(dirname(TYPES), { recursive: true });
      writeFileSync(TYPES, declarations(folder));
    },
    resolveId: { filter: { id: /^messages:/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0messages:/ },
      handler(id) {
        const [language = "", part] = id.replace("\0messages:", "").split("/");
        const languages = languagesIn(folder);
        if (!part) return (language === "names" ? namesModule : languagesModule)(languages);
        if (language === "all") return allModule(languages, part);
        for (const name of [language, REFERENCE]) this.addWatchFile(join(folder, name, FILE));
        return messagesModule(folder, language, part);
      },
    },
    transformIndexHtml: (html) => translatePage(html, folder),
  };
}
