/** The downloads of `<qttt-board>`, compressed with brotli. */

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";

import { expect, test } from "vitest";

import { ROOT } from "../kernel/ports";

const FOLDER = `${ROOT}build/board/dist/`;
/** The parts of each use, and a limit in bytes; docs/element.md states the sizes. */
const BOARD = ["qttt-board", "start", "rules"];
const USES: readonly (readonly [string, readonly string[], number])[] = [
  ["a board", BOARD, 38_500],
  ["play", [...BOARD, "Playable", "StepKeys", "points"], 49_500],
  [
    "everything",
    ["qttt-board", "start", "qttt", "Playable", "StepKeys", "Extras", "points", "solver"],
    83_500,
  ],
];

test.skipIf(!existsSync(FOLDER)).each(USES)("%s is small", (_, parts, limit) => {
  const files = readdirSync(FOLDER).filter((name) =>
    parts.includes(name.replace(/(-[\w-]{6})?\.(js|wasm)$/, "")),
  );
  const sizes = files.map((name) => brotliCompressSync(readFileSync(FOLDER + name)).length);
  expect(files.length).toBe(parts.length);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(limit);
});
