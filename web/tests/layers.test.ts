/** Imports point downwards: each folder says which others it may know. Types cost nothing. */

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

const KNOWS: Record<string, readonly string[]> = {
  kernel: [],
  notation: ["kernel"],
  board: ["kernel", "notation"],
  i18n: [],
  settings: ["i18n"],
  match: ["kernel", "notation", "settings"],
  screens: ["kernel", "notation", "board", "i18n", "settings", "match"],
};
const SRC = join(import.meta.dirname, "../src");
const IMPORT = /^\s*import (?!type )[^"]*"\.\.\/(\w+)\//gm;

test.each(Object.entries(KNOWS))("%s", (folder, known) => {
  const files = readdirSync(join(SRC, folder));
  const imported = files.flatMap((file) => {
    const text = readFileSync(join(SRC, folder, file), "utf8");
    return [...text.matchAll(IMPORT)].map(([, other]) => `${file}: ${other}`);
  });
  expect(imported.filter((line) => !known.includes(line.split(": ")[1] ?? ""))).toEqual([]);
});

test("every folder has a place", () => {
  const folders = readdirSync(SRC, { withFileTypes: true }).filter((each) => each.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual(Object.keys(KNOWS).sort());
});
