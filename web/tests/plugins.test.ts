import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { build } from "vite";
import { expect, onTestFinished, test } from "vitest";

import { classOf, failOnWarnings } from "../plugins";
import { ROOT } from "./kernel/ports";

const REST = { name: "", css: "p {}", hash: (text: string) => `${text.length}` };

test("components have unique short classes, foreign ones Svelte's", () => {
  const files = ["App", "game/StatusBar", "panels/Moves"].map(
    (name) => `${ROOT}web/src/screens/${name}.svelte`,
  );
  const classes = files.map((filename) => classOf({ ...REST, filename }));
  expect(new Set(classes).size).toBe(3);
  for (const each of classes) expect(each).toMatch(/^s[0-9a-z]{1,2}$/);
  expect(classOf({ ...REST, filename: "Elsewhere.svelte" })).toBe("svelte-4");
});

test.each([
  ["<p></p>", undefined],
  ['<script src="./missing.js"></script>', 1],
])("a build of %s sets the exit code %s", async (page, code) => {
  const root = mkdtempSync(join(tmpdir(), "qttt-page-"));
  onTestFinished(() => {
    rmSync(root, { recursive: true });
    process.exitCode = undefined;
  });
  writeFileSync(join(root, "index.html"), page);
  const { plugin } = failOnWarnings();
  await build({ root, configFile: false, logLevel: "silent", plugins: [plugin] });
  expect(process.exitCode).toBe(code);
});
