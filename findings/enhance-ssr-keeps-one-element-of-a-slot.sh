#!/usr/bin/env bash
# What: @enhance/ssr puts only the last of several elements with the same slot attribute into the page. HTML assigns all
#       of them to the slot, in their order. The second one replaces the last child of the element around the slot: that
#       is the first one, or, if another element follows the slot, that element. There is no message.
# Versions: @enhance/ssr 4.0.3, Node 20, Linux x86-64.
# Date: 2026-11-29.
# Who: who renders custom elements with rows, moves or cells as children on a server: all but one are missing.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @enhance/ssr@4.0.3 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import enhance from "@enhance/ssr";

console.log("@enhance/ssr", JSON.parse(readFileSync("node_modules/@enhance/ssr/package.json")).version);
const TEMPLATES = {
  "x-moves": ({ html }) => html`<ol><slot name="move"></slot></ol>`,
  "x-total": ({ html }) => html`<ol><slot name="move"></slot><li>end</li></ol>`,
};
const html = enhance({ elements: TEMPLATES, bodyContent: true });
const rows = (name, moves) => {
  const children = moves.map((move) => `<li slot="move">${move}</li>`).join("");
  const page = html`${`<${name}>${children}</${name}>`}`;
  const texts = [...page.matchAll(/<li[^>]*>([^<]*)/g)].map((match) => match[1]).join(" ");
  console.log(`${name} with ${moves.join(" ")}: ${page}`);
  return texts;
};
const seen = [rows("x-moves", ["1-2"]), rows("x-moves", ["1-2", "2-5", "5-1"]), rows("x-total", ["1-2"]),
  rows("x-total", ["1-2", "2-5"])];
process.exit(JSON.stringify(seen) === JSON.stringify(["1-2", "5-1", "1-2 end", "1-2 2-5"]) ? 0 : 1);
JS
node test.mjs
