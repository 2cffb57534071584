/** The interfaces of browsers that scripts use, found by TypeScript's checker. */

import { readFileSync } from "node:fs";

import ts from "typescript";

import { type Browsers, featuresIn, isMissing } from "./compat";

const OPTIONS: ts.CompilerOptions = {
  allowJs: true,
  noEmit: true,
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ["lib.esnext.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  types: ["vite/client"],
  skipLibCheck: true,
  strict: true,
};

/** The suffix of a component's script, as if it were a file. */
const SCRIPT = ".script.ts";

/** What these files use that some browser lacks, as `Interface.member`. Components end in `.svelte`. */
export function missingApis(paths: readonly string[], browsers: Browsers): string[] {
  const used = new Set<string>();
  const program = createProgram(paths);
  const checker = program.getTypeChecker();
  const own = new Set(paths.map(fileOf));
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) for (const name of namesOf(node, checker)) used.add(name);
    ts.forEachChild(node, visit);
  };
  for (const file of program.getSourceFiles()) if (own.has(file.fileName)) visit(file);
  return [...used].filter((name) => isMissing(featuresOf(name), browsers)).sort();
}

function fileOf(path: string): string {
  return path.endsWith(".svelte") ? path + SCRIPT : path;
}

function createProgram(paths: readonly string[]): ts.Program {
  const host = ts.createCompilerHost(OPTIONS);
  const { readFile, fileExists, getSourceFile } = host;
  const componentOf = (path: string): string | null =>
    path.endsWith(SCRIPT) ? path.slice(0, -SCRIPT.length) : null;
  const scriptsIn = (component: string): string => {
    const text = readFileSync(component, "utf8");
    return [...text.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map(([, code]) => code).join("\n");
  };
  host.fileExists = (path) => fileExists(componentOf(path) ?? path);
  host.readFile = (path) => readFile(componentOf(path) ?? path);
  host.getSourceFile = (path, options) => {
    const component = componentOf(path);
    if (!component) return getSourceFile(path, options);
    return ts.createSourceFile(path, scriptsIn(component), options, true);
  };
  return ts.createProgram(paths.map(fileOf), OPTIONS, host);
}

/** Where the libraries of TypeScript declare what an identifier means. */
function namesOf(node: ts.Identifier, checker: ts.TypeChecker): string[] {
  const { parent } = node;
  let symbol = checker.getSymbolAtLocation(node);
  if (ts.isBindingElement(parent) && ts.isObjectBindingPattern(parent.parent)) {
    const type = checker.getTypeAtLocation(parent.parent);
    const { text = "" } = (parent.propertyName ?? parent.name) as ts.Identifier;
    symbol = checker.getPropertyOfType(type, text) ?? symbol;
  }
  return (symbol?.declarations ?? []).flatMap((declaration) => {
    const { fileName } = declaration.getSourceFile();
    if (!/typescript\/lib\/lib\.[\w.]+\.d\.ts$/.test(fileName)) return [];
    const owner = ownerOf(declaration);
    // Names of the language that belong to no interface of its own are not in the data.
    return [owner ? `${owner}.${node.text}` : node.text];
  });
}

function ownerOf({ parent }: ts.Declaration): string {
  if (ts.isInterfaceDeclaration(parent)) return parent.name.text;
  if (ts.isTypeLiteralNode(parent) && ts.isVariableDeclaration(parent.parent)) {
    return (parent.parent.name as ts.Identifier).text;
  }
  return ts.isModuleBlock(parent) ? parent.parent.name.text : "";
}

const api = featuresIn("api");
const language = {
  ...featuresIn("javascript", "builtins"),
  ...featuresIn("javascript", "builtins", "Intl"),
};

/** The entries of the data that a name can mean. */
function featuresOf(name: string): Parameters<typeof isMissing>[0] {
  const [owner = "", member] = name.split(".");
  if (!member) return [api[owner], language[owner], api["Window"]?.[owner]];
  const shared = owner.replace(/Constructor$/, "").replace(/^Readonly(?=Array|Set|Map)/, "");
  const bases = [api[shared], language[shared]].filter((base) => base !== undefined);
  const entries = bases.flatMap((base) => [base[`${member}_static`], base[member]]);
  // The libraries declare some members in parts of an interface, such as `NavigatorBadge`.
  const isPart = bases.length === 0 && /^(Navigator|HTML|SVG|Window|Global|Element)/.test(owner);
  return isPart ? Object.values(api).map((each) => each[member]) : entries;
}
