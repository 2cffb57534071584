#!/usr/bin/env bash
# What: "padding: 0; padding-inline: 16px; padding-left: 4px" has 16px at the right; minified by esbuild or
#       CSSO it has 0 there: they move the shorthand behind the logical property that refines it. The same
#       with margin. Lightning CSS keeps the meaning.
# Versions: esbuild 0.28.2, csso 5.0.5, lightningcss 1.33.0, Node 20, Linux x86-64.
# Date: 2026-11-28.
# Who: who bundles style sheets in which a reset, a logical and a physical property meet: only the built page
#      is wrong.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund esbuild@0.28.2 csso@5.0.5 lightningcss@1.33.0 >npm.log 2>&1 ||
  { cat npm.log; exit 2; }
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import { minify } from "csso";
import { transformSync } from "esbuild";
import { transform } from "lightningcss";

const MINIFIERS = {
  none: (css) => css,
  esbuild: (css) => transformSync(css, { loader: "css", minify: true }).code.trim(),
  csso: (css) => minify(css).css,
  lightningcss: (css) =>
    transform({ filename: "a.css", code: Buffer.from(css), minify: true }).code.toString(),
};
/** The left and right sides that a left-to-right page gets: the last declaration of a side wins. */
function sidesOf(css, property) {
  const sides = {};
  for (const declaration of css.slice(css.indexOf("{") + 1, -1).split(";")) {
    const [name, value] = declaration.split(":");
    const [top, right = top, , left = right] = value.trim().split(" ");
    const side = name.slice(property.length);
    if (side === "" || side === "-inline") Object.assign(sides, { left, right });
    else if (side === "-left") sides.left = value;
    else throw new Error(`unexpected: ${declaration}`);
  }
  return `${sides.left} ${sides.right}`;
}
for (const name of Object.keys(MINIFIERS).slice(1))
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
let held = true;
for (const property of ["padding", "margin"]) {
  const css = `a{${property}:0;${property}-inline:16px;${property}-left:4px}`;
  const seen = [];
  for (const [name, minified] of Object.entries(MINIFIERS)) {
    const text = minified(css);
    seen.push(sidesOf(text, property));
    console.log(`${name}: left and right ${seen.at(-1)}; ${text}`);
  }
  held &&= seen.join(", ") === "4px 16px, 4px 0, 4px 0, 4px 16px";
}
process.exit(held ? 0 : 1);
JS
node test.mjs
