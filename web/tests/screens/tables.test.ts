/** Headers of tables say whether they head a column or a row. */

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

const SRC = join(import.meta.dirname, "../../src");

test("every header has a scope", () => {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf-8" });
  const headers = files
    .filter((name) => name.endsWith(".svelte"))
    .flatMap((name) => readFileSync(join(SRC, name), "utf-8").match(/<th[ >][^>]*/g) ?? []);
  expect(headers.length).toBeGreaterThan(20);
  expect(headers.filter((header) => !header.includes("scope="))).toEqual([]);
});
