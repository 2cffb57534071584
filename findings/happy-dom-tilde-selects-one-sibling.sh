#!/usr/bin/env bash
# What: In happy-dom "p ~ b" finds with querySelectorAll only the first b after a p, where matches() and the standard
#       (Selectors 4, §15.4) take all of them.
# Versions: happy-dom 21.0.4, Node 20, Linux x86-64.
# Date: 2026-11-28.
# Who: who tests components in happy-dom, for example in Vitest, and counts or clicks what such a selector finds.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund happy-dom@21.0.4 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import { Window } from "happy-dom";

console.log("happy-dom", JSON.parse(readFileSync("node_modules/happy-dom/package.json")).version);
const { document } = new Window({ url: "http://localhost/" });
document.body.innerHTML = '<p></p><b id="first"></b><b id="second"></b><b id="last"></b>';
const all = [...document.querySelectorAll("b")];
const found = [...document.querySelectorAll("p ~ b")].map((element) => element.id);
const matching = all.filter((element) => element.matches("p ~ b")).map((element) => element.id);
console.log(document.body.innerHTML);
console.log(`p ~ b: querySelectorAll finds [${found}], matches() takes [${matching}]`);
process.exit(`${found}/${matching}` === "first/first,second,last" ? 0 : 1);
JS
node test.mjs
