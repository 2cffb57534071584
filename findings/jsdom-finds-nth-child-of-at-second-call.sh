#!/usr/bin/env bash
# What: In jsdom 29 the first querySelectorAll("b:nth-child(-n+2 of b)") finds nothing, without a message, and the same
#       call again finds the two elements; after every change of the document the same begins anew. So it is with
#       querySelector, matches() and :nth-last-child; without "of" all is right, and jsdom 31.0.1 is right, too.
# Versions: jsdom 29.1.1, the last for Node 20 (@asamuzakjp/dom-selector 7.1.1), Node 20, Linux x86-64.
# Date: 2026-11-28.
# Who: who tests pages in jsdom, for example in Jest or Vitest, and numbers the elements of one kind.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund jsdom@29.1.1 @asamuzakjp/dom-selector@7.1.1 >npm.log 2>&1 ||
  { cat npm.log; exit 2; }
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import { JSDOM } from "jsdom";

for (const name of ["jsdom", "@asamuzakjp/dom-selector"])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
const html = '<!doctype html><body><b id="1"></b><b id="2"></b><b id="3"></b></body>';
const { document } = new JSDOM(html).window;
const seen = [];
const ask = (when, selector) => {
  const found = [...document.querySelectorAll(selector)].map((element) => element.id);
  console.log(`${when}: ${selector} finds [${found}]`);
  seen.push(String(found));
};
const [plain, of] = ["b:nth-child(-n+2)", "b:nth-child(-n+2 of b)"];
ask("first", plain);
ask("first", of);
ask("again", of);
const zero = document.createElement("b");
zero.id = "0";
document.body.prepend(zero);
ask("after an insertion", plain);
ask("after an insertion", of);
ask("again", of);
process.exit(seen.join(" ") === "1,2  1,2 0,1  0,1" ? 0 : 1);
JS
node test.mjs
