/** A message or a form that is missing stops the build. */

import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { isNight } from "../nightly";

const WEB = join(import.meta.dirname, "../..");
const CHECK = "tsc -p src/i18n";
const copy = mkdtempSync(join(tmpdir(), "qttt-web-"));

afterAll(() => rmSync(copy, { recursive: true }));

/** Takes a part out of the copy of a file of messages. */
function takeOut(name: string, part: RegExp): void {
  const file = join(copy, "src/i18n", name);
  const whole = readFileSync(file, "utf8");
  expect(whole).toMatch(part);
  writeFileSync(file, whole.replace(part, ""));
}

test.runIf(isNight)("building begins with a look at the messages, which finds what is missing", () => {
  const { scripts } = JSON.parse(readFileSync(join(WEB, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  expect(scripts["build"]).toMatch(new RegExp(`^${CHECK} && `));
  for (const name of ["src", "tsconfig.json"])
    cpSync(join(WEB, name), join(copy, name), { recursive: true });
  symlinkSync(join(WEB, "node_modules"), join(copy, "node_modules"));

  takeOut("el.ts", /^ {4}close: .*\n/m);
  takeOut("el.ts", /one: "# σύμβολο", /);
  takeOut("review/el.ts", /^ {2}accuracy: .*\n/m);
  const [, ...words] = CHECK.split(" ");
  const tsc = join(copy, "node_modules/typescript/bin/tsc");
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...words], {
    cwd: copy,
    encoding: "utf8",
  });

  expect(status).not.toBe(0);
  for (const name of ["close", "one", "accuracy"])
    expect(stdout).toContain(`Property '${name}' is missing`);
});
