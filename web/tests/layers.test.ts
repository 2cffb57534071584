/** Allowed imports between folders, also of types. */

import { readFileSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";

import { expect, test } from "vitest";

const KNOWS: Record<string, readonly string[]> = {
  kernel: [],
  notation: ["kernel", "i18n"],
  board: ["kernel", "notation", "settings"],
  i18n: [],
  settings: ["i18n"],
  match: ["kernel", "notation", "i18n", "settings"],
  circuit: ["kernel"],
  analysis: ["kernel", "notation", "i18n", "settings", "match"],
  progress: ["kernel", "settings", "match"],
  study: ["kernel", "notation", "settings", "match", "analysis", "progress"],
  lessons: ["kernel", "notation", "i18n", "settings", "match"],
  guide: ["kernel", "settings", "match"],
  online: ["kernel", "notation", "i18n", "match"],
  screens: [
    ...["kernel", "notation", "board", "i18n", "settings", "match"],
    ...["circuit", "analysis", "study", "lessons", "progress", "guide", "online"],
  ],
};
const SRC = join(import.meta.dirname, "../src");
const IMPORT = /^\s*(?:import|export)\b[^";]*"(\.[^"?]*)/gm;

/** The folder below `src` that a path is in. */
function folderOf(path: string): string {
  return relative(SRC, path).split(sep)[0] ?? "";
}

test.each(Object.entries(KNOWS))("%s", (folder, known) => {
  const files = readdirSync(join(SRC, folder), { recursive: true, withFileTypes: true });
  const imported = files.flatMap((file) => {
    if (!file.isFile()) return [];
    const text = readFileSync(join(file.parentPath, file.name), "utf8");
    return [...text.matchAll(IMPORT)].map(([, type, path = ""]) => ({
      file: file.name,
      isType: type !== undefined,
      other: folderOf(join(file.parentPath, path)),
    }));
  });
  const others = imported.filter(
    ({ other, isType }) =>
      other !== folder && other !== ".." && !(isType && [folder, other].includes("i18n")),
  );
  expect(others.filter(({ other }) => !known.includes(other))).toEqual([]);
});

test("every folder is listed", () => {
  const folders = readdirSync(SRC, { withFileTypes: true }).filter((each) => each.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual(Object.keys(KNOWS).sort());
});
