/**
 * The scripts of workers in the builds. WebKit runs such a script again if another file imports it,
 * so that every request gets two answers.
 */

import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import { type ESTree, Visitor, build, parseSync } from "vite";
import { expect, onTestFinished, test } from "vitest";

import { serve } from "../src/kernel/service";
import app from "../vite.config";
import { ROOT } from "./kernel/ports";

/** Each build, with the number of workers that it starts. */
const BUILDS: readonly (readonly [string, number])[] = [
  ["src/qttt/server/_web", 1],
  ["build/board/dist", 0],
  ["src/qttt/widget/_board", 0],
];

interface Script {
  readonly name: string;
  readonly imports: readonly string[];
  readonly workers: readonly string[];
  readonly hasExports: boolean;
}

function readScript(path: string): Script {
  const imports: string[] = [];
  const workers: string[] = [];
  let hasExports = false;
  const add = (to: string[], source: ESTree.Node | null): void => {
    if (source) for (const text of textsOf(source)) to.push(basename(text));
  };
  const exported = ({ source }: { source?: ESTree.Node | null }): void => {
    hasExports = true;
    add(imports, source ?? null);
  };
  new Visitor({
    ImportDeclaration: ({ source }) => add(imports, source),
    ImportExpression: ({ source }) => add(imports, source),
    ExportAllDeclaration: exported,
    ExportNamedDeclaration: exported,
    ExportDefaultDeclaration: () => exported({}),
    NewExpression: ({ callee, arguments: [url] }) => {
      if (callee.type !== "Identifier" || !/^(Shared)?Worker$/.test(callee.name)) return;
      add(workers, url ?? null);
    },
  }).visit(parseSync(path, readFileSync(path, "utf8")).program);
  return { name: basename(path), imports, workers, hasExports };
}

/** The texts in an expression that name a script. */
function textsOf(node: ESTree.Node): string[] {
  const texts: string[] = [];
  const wrapper = { type: "ExpressionStatement", expression: node } as ESTree.ExpressionStatement;
  new Visitor({
    Literal: ({ value }) => void (typeof value === "string" && texts.push(value)),
    TemplateElement: ({ value }) => void texts.push(value.cooked ?? ""),
  }).visit({ type: "Program", body: [wrapper] } as unknown as ESTree.Program);
  return texts.filter((text) => text.endsWith(".js"));
}

function scriptsIn(folder: string): Script[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files.filter((name) => name.endsWith(".js")).map((name) => readScript(join(folder, name)));
}

/** What could run a worker's script twice. */
function problems(scripts: readonly Script[]): string[] {
  const workers = new Set(scripts.flatMap((script) => script.workers));
  const imported = scripts.flatMap(({ name, imports }) =>
    imports.filter((other) => workers.has(other)).map((other) => `${name} imports ${other}`),
  );
  const exporting = scripts.filter(({ name, hasExports }) => hasExports && workers.has(name));
  return [...imported, ...exporting.map(({ name }) => `${name} has exports`)];
}

for (const [folder, count] of BUILDS) {
  test.skipIf(!existsSync(ROOT + folder))(`in ${folder} no file imports a worker's script`, () => {
    const scripts = scriptsIn(ROOT + folder);
    expect(scripts.flatMap(({ workers }) => workers)).toHaveLength(count);
    expect(problems(scripts)).toEqual([]);
  });
}

test.each([
  ["several files", {}, [/^later.*js imports worker.*js$/, /^worker.*js has exports$/]],
  ["the app's options", app.worker, []],
])("a worker built with %s", async (_, worker, expected) => {
  const root = mkdtempSync(join(tmpdir(), "qttt-worker-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const sources = {
    "index.html": '<script type="module" src="./page.js"></script>',
    "page.js": 'new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });',
    "worker.ts": 'import { shared } from "./shared.js"; shared(); void import("./later.js");',
    "later.js": 'import { shared } from "./shared.js"; shared();',
    "shared.js": "export const shared = () => console.log(1);",
  };
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(root, name), text);
  await build({ root, configFile: false, logLevel: "silent", worker: { format: "es", ...worker } });
  const found = problems(scriptsIn(join(root, "dist")));
  expect(found).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
});

test("a port is served once, also by another copy of the module", () => {
  const port = { postMessage: () => undefined, addEventListener: () => undefined };
  const fetchBytes = async (): Promise<Uint8Array> => new Uint8Array();
  serve(port, fetchBytes);
  expect(() => serve(port, fetchBytes)).toThrow("this port is served already");
});
