/** Every message of the server has a handler; see also tests/server/protocol/test_handlers.py. */

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const FOLDER = join(import.meta.dirname, "../../src");
const MESSAGES = join("generated", "messages.ts");
const sources = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(ts|svelte)$/.test(name) && name !== MESSAGES)
  .map((name) => readFileSync(join(FOLDER, name), "utf8"));
const messages = readFileSync(join(FOLDER, MESSAGES), "utf8");

function types(union: string): string[] {
  const [, names = ""] = new RegExp(`export type ${union} = (.*);`).exec(messages) ?? [];
  return names.split(" | ").map((name) => {
    const [, type = ""] =
      new RegExp(`export interface ${name} \\{[^}]*?\\bt: "([a-z-]+)"`, "s").exec(messages) ?? [];
    expect(type, name).not.toBe("");
    return type;
  });
}

function found(pattern: RegExp): Set<string> {
  return new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, type]) => type!)));
}

test("every message of the server is handled", () => {
  const handled = found(/\breport\.t [!=]== "([a-z-]+)"/g);
  expect([...handled].sort()).toEqual(types("ServerMessage").sort());
});

test("every message of the client is sent", () => {
  const sent = found(/\bt: "([a-z-]+)"/g);
  for (const type of types("ClientMessage")) expect([...sent]).toContain(type);
});
