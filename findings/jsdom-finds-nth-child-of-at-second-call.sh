#!/usr/bin/env bash
# What: In jsdom 29 the first querySelectorAll("b:nth-child(-n+2 of b)") finds nothing, without a message, and the same
#       call again finds the two elements; after every change of the document the same begins anew. So it is with
#       querySelector, matches() and :nth-last-child; without "of" all is right.
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
const selectors = { plain: "b:nth-child(-n+2)", of: "b:nth-child(-n+2 of b)", last: "b:nth-last-child(-n+2 of b)" };
const asks = {
  "querySelectorAll, without of": (document) => ids(document.querySelectorAll(selectors.plain)),
  querySelectorAll: (document) => ids(document.querySelectorAll(selectors.of)),
  "querySelectorAll, nth-last-child": (document) => ids(document.querySelectorAll(selectors.last)),
  querySelector: (document) => ids([document.querySelector(selectors.of)]),
  matches: (document) => String(document.querySelector("b").matches(selectors.of)),
};
const ids = (elements) => [...elements].map((element) => element?.id ?? "nothing").join(",") || "nothing";
const seen = [];
for (const [name, ask] of Object.entries(asks)) {
  const { document } = new JSDOM(html).window;
  const found = [ask(document), ask(document)];
  const zero = document.createElement("b");
  zero.id = "0";
  document.body.prepend(zero);
  found.push(ask(document), ask(document));
  console.log(`${name}: ${found[0]}, then ${found[1]}; after an insertion ${found[2]}, then ${found[3]}`);
  seen.push(found.join(" "));
}
const expected = [
  "1,2 1,2 0,1 0,1",
  "nothing 1,2 nothing 0,1",
  "nothing 2,3 nothing 2,3",
  "nothing 1 nothing 0",
  "false true false true",
];
process.exit(String(seen) === String(expected) ? 0 : 1);
JS
node test.mjs
