#!/usr/bin/env bash
# What: minify-html turns hidden="until-found" into hidden, so does html-minifier-terser with
#       collapseBooleanAttributes: the text is no longer found with the browser's search, nor shown for a link to
#       it. htmlnano leaves the value.
# Versions: @minify-html/node 0.18.1, html-minifier-terser 7.2.0, htmlnano 3.5.1, Node 20, Linux x86-64.
# Date: 2026-11-28.
# Who: a teacher who folds answers under the boards of a page (docs/element.md) and minifies the page: the browser's
#      search and links to an answer no longer unfold it.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @minify-html/node@0.18.1 html-minifier-terser@7.2.0 htmlnano@3.5.1 \
  >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import rust from "@minify-html/node";
import { minify } from "html-minifier-terser";
import htmlnano from "htmlnano";

const PAGE = '<div id="answer" hidden="until-found">X wins</div>';
const MINIFIERS = {
  "@minify-html/node": () => rust.minify(Buffer.from(PAGE), {}).toString(),
  "html-minifier-terser": () => minify(PAGE, { collapseBooleanAttributes: true }),
  htmlnano: async () => (await htmlnano.process(PAGE, {}, htmlnano.presets.safe)).html,
};
console.log(PAGE);
const kept = [];
for (const [name, minified] of Object.entries(MINIFIERS)) {
  const text = await minified();
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version, text);
  kept.push(text.includes("until-found"));
}
process.exit(kept.join(" ") === "false false true" ? 0 : 1);
JS
node test.mjs
