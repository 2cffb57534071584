/** A missing message or plural form fails the build. */

import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { isNight } from "../nightly";

const WEB = join(import.meta.dirname, "../..");
const copy = mkdtempSync(join(tmpdir(), "qttt-web-"));

afterAll(() => rmSync(copy, { recursive: true }));

/** Remove a part from a copy of a messages file. */
function takeOut(name: string, part: RegExp): void {
  const file = join(copy, "src/i18n", name);
  const whole = readFileSync(file, "utf8");
  expect(whole).toMatch(part);
  writeFileSync(file, whole.replace(part, ""));
}

test.runIf(isNight)("a missing message stops the build", () => {
  for (const name of ["package.json", "src", "tsconfig.json"])
    cpSync(join(WEB, name), join(copy, name), { recursive: true });
  symlinkSync(join(WEB, "node_modules"), join(copy, "node_modules"));

  takeOut("el.ts", /^ {4}close: .*\n/m);
  takeOut("el.ts", /one: "# σύμβολο", /);
  takeOut("review/el.ts", /^ {2}accuracy: .*\n/m);
  const { status, stdout } = spawnSync("npm", ["run", "build"], { cwd: copy, encoding: "utf8" });

  expect(status).not.toBe(0);
  for (const name of ["close", "one", "accuracy"])
    expect(stdout).toContain(`Property '${name}' is missing`);
});
