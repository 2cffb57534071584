/** Allowed imports between folders, also of types. */

import { readFileSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";

import { expect, test } from "vitest";

const KNOWS: Record<string, readonly string[]> = {
  generated: [],
  kernel: ["generated"],
  i18n: ["kernel"],
  notation: ["kernel", "i18n"],
  settings: ["i18n"],
  board: ["kernel", "notation", "settings"],
  play: ["generated", "kernel", "notation", "i18n", "settings"],
  circuit: ["kernel"],
  analysis: ["generated", "kernel", "notation", "board", "i18n", "settings", "play"],
  progress: ["kernel", "settings", "play"],
  study: ["kernel", "notation", "settings", "play", "analysis", "progress"],
  lessons: ["kernel", "notation", "i18n", "settings", "play"],
  guide: ["kernel", "settings", "play"],
  online: ["generated", "kernel", "notation", "i18n", "play"],
  school: [
    ...["generated", "kernel", "notation", "i18n", "settings", "play"],
    ...["analysis", "study", "lessons", "online"],
  ],
  screens: [
    ...["generated", "kernel", "notation", "board", "i18n", "settings", "play", "circuit"],
    ...["analysis", "study", "lessons", "progress", "guide", "online", "school"],
  ],
};
const SRC = join(import.meta.dirname, "../src");
/** Imports of values and types, also lazy ones. */
const IMPORT = /^\s*(?:(?:import|export)\b[^";]*|.*\bimport\()"(\.[^"?]*)"/gm;

interface Import {
  readonly file: string;
  readonly other: string;
}

const files = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name));

const imports: readonly Import[] = files.flatMap((file) =>
  [...readFileSync(file, "utf8").matchAll(IMPORT)].map(([, path = ""]) => {
    const target = join(file, "..", path);
    const other = files.find((each) => each === target || each === `${target}.ts`) ?? target;
    return { file, other };
  }),
);

/** The folder below `src` that a path is in. */
function folderOf(path: string): string {
  return relative(SRC, path).split(sep)[0] ?? "";
}

test.each(Object.entries(KNOWS))("%s imports only lower layers", (folder, known) => {
  const wrong = imports.filter(({ file, other }) => {
    const layer = folderOf(other);
    return folderOf(file) === folder && ![folder, "..", ...known].includes(layer);
  });
  expect(wrong.map(({ file, other }) => `${file}: ${other}`)).toEqual([]);
});

test("no modules import each other in a circle", () => {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) {
      const circle = [...path.slice(path.indexOf(file)), file];
      circles.push(circle.map((each) => relative(SRC, each)).join(" → "));
    }
    if (done.has(file)) return;
    done.add(file);
    for (const { other } of imports.filter((each) => each.file === file && each.other !== file))
      visit(other, [...path, file]);
  };
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});

test("every folder is listed", () => {
  const folders = readdirSync(SRC, { withFileTypes: true }).filter((each) => each.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual(Object.keys(KNOWS).sort());
});
