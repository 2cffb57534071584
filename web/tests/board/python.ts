/** Read the board's theme from the Python source. */

import { readFileSync } from "node:fs";

import { ROOT } from "../kernel/ports";

export const python = readFileSync(`${ROOT}src/qttt/notation/theme.py`, "utf8");

/** A constant of theme.py. */
export function constant(name: string): unknown {
  const found = new RegExp(`^${name} = ([^\\n]*(?:\\n(?=[ }]|\\))[^\\n]*)*)`, "m").exec(python);
  const text = (found?.[1] ?? "null")
    .replace(/ {2}# .*$/gm, "") // comments
    .replace(/[()]/g, (sign) => (sign === "(" ? "[" : "]"))
    .replace(/(\d+):/g, '"$1":')
    .replace(/,(\s*[}\]])/g, "$1");
  return JSON.parse(text) as unknown;
}
