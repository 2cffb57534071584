/**
 * Run a Python program in Pyodide: node scripts/pyodide.mjs WHEEL [FILE …] < program.py
 *
 * The wheel is installed first, and files are copied into the current folder. Pyodide is the npm
 * package in web/node_modules, so nothing is downloaded.
 */

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { argv, stdin } from "node:process";

import { loadPyodide } from "../web/node_modules/pyodide/pyodide.mjs";

const [wheel, ...files] = argv.slice(2);
let program = "";
for await (const part of stdin.setEncoding("utf-8")) program += part;
try {
  const pyodide = await loadPyodide();
  pyodide.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel");
  for (const file of files) pyodide.FS.writeFile(basename(file), readFileSync(file));
  await pyodide.runPythonAsync(program);
} catch (error) {
  // Without the source line of the exception, which is a megabyte of minified code.
  console.error(error.message);
  process.exit(1);
}
