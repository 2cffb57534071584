import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { classOf, neverHydrating } from "../plugins";
import { ROOT } from "./kernel/ports";

const HYDRATION = "web/node_modules/svelte/src/internal/client/dom/hydration.js";
const REST = { name: "", css: "p {}", hash: (text: string) => `${text.length}` };

test("every component has a class of its own, and one from elsewhere Svelte's", () => {
  const files = ["App", "Bar", "panels/Moves"].map(
    (name) => `${ROOT}web/src/screens/${name}.svelte`,
  );
  const classes = files.map((filename) => classOf({ ...REST, filename }));
  expect(new Set(classes).size).toBe(3);
  for (const each of classes) expect(each).toMatch(/^s[0-9a-z]{1,2}$/);
  expect(classOf({ ...REST, filename: "Elsewhere.svelte" })).toBe("svelte-4");
});

test("hydration is left out of the Svelte that there is, and another one is told", () => {
  const code = neverHydrating(readFileSync(`${ROOT}${HYDRATION}`, "utf8"));
  expect(code).toContain("export const hydrating = false;");
  expect(code).not.toMatch(/hydrating = value/);
  expect(() => neverHydrating("export let hydrating = true;")).toThrow("in another way now");
});
