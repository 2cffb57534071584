/** Back and Escape close everything that opens over a screen. */

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

const SCREENS = join(import.meta.dirname, "../../src/screens");
const OPENS = /<dialog|showModal|popover=|role="(alert)?dialog"/;
const CLOSES = /\btrail\.add\(|\buse:layer=/;

const components = readdirSync(SCREENS, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".svelte"))
  .map((name) => ({ name, text: readFileSync(join(SCREENS, name), "utf8") }));

test("each dialog, sheet and menu has an entry in the history", () => {
  const opening = components.filter(({ text }) => OPENS.test(text));
  expect(opening.length).toBe(4);
  const missing = opening.filter(({ text }) => !CLOSES.test(text));
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test("only the trail uses the browser's history", () => {
  const files = readdirSync(join(SCREENS, ".."), { recursive: true, encoding: "utf8" });
  const using = files.filter(
    (name) =>
      /\.(svelte|ts)$/.test(name) &&
      /\bhistory\.(state|back|go|forward|pushState|replaceState)\b|popstate/.test(
        readFileSync(join(SCREENS, "..", name), "utf8"),
      ),
  );
  expect(using).toEqual(["screens/trail.svelte.ts"]);
});
