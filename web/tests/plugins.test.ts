import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { build } from "vite";
import { expect, onTestFinished, test } from "vitest";

import { classOf, failOnWarnings, neverHydrating } from "../plugins";
import { ROOT } from "./kernel/ports";

const HYDRATION = "web/node_modules/svelte/src/internal/client/dom/hydration.js";
const REST = { name: "", css: "p {}", hash: (text: string) => `${text.length}` };

test("components have unique short classes, foreign ones Svelte's", () => {
  const files = ["App", "StatusBar", "panels/Moves"].map(
    (name) => `${ROOT}web/src/screens/${name}.svelte`,
  );
  const classes = files.map((filename) => classOf({ ...REST, filename }));
  expect(new Set(classes).size).toBe(3);
  for (const each of classes) expect(each).toMatch(/^s[0-9a-z]{1,2}$/);
  expect(classOf({ ...REST, filename: "Elsewhere.svelte" })).toBe("svelte-4");
});

test("hydration is removed from this Svelte version; others are rejected", () => {
  const code = neverHydrating(readFileSync(`${ROOT}${HYDRATION}`, "utf8"));
  expect(code).toContain("export const hydrating = false;");
  expect(code).not.toMatch(/hydrating = value/);
  expect(() => neverHydrating("export let hydrating = true;")).toThrow("in another way now");
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
