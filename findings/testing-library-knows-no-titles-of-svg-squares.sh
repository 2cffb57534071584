#!/usr/bin/env bash
# What: A title in a part of an SVG picture names the part by SVG-AAM, before its text. dom-accessibility-api, by
#       which Testing Library finds elements, knows titles of the whole <svg> only: a <g role="gridcell"> with the
#       title "Square 1" has no name if it is empty, and the name "X" if it has that mark; a link and a <rect
#       role="button"> have none. aria-label works. (Issue 1041 of eps1lon/dom-accessibility-api is open; the web
#       platform tests of SVG-AAM say that such titles count.)
# Versions: dom-accessibility-api 0.7.1, @testing-library/dom 10.4.2, jsdom 29.1.1, Node 20, Linux x86-64.
# Date: 2026-11-29.
# Who: who tests an SVG board: squares that screen readers name by their titles are not found, or found by their
#      marks.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund dom-accessibility-api@0.7.1 @testing-library/dom@10.4.2 jsdom@29.1.1 \
  >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import { queryByRole } from "@testing-library/dom";
import { computeAccessibleName } from "dom-accessibility-api";
import { JSDOM } from "jsdom";

for (const name of ["dom-accessibility-api", "@testing-library/dom", "jsdom"])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
const TITLE = "<title>Square 1</title>";
const CASES = [
  [`<svg id="part" role="img">${TITLE}</svg>`, "img", "Square 1"],
  [`<svg><g id="part" role="gridcell" aria-label="Square 1"><text>X</text></g></svg>`, "gridcell", "Square 1"],
  [`<svg><g id="part" role="gridcell">${TITLE}</g></svg>`, "gridcell", ""],
  [`<svg><g id="part" role="gridcell">${TITLE}<text>X</text></g></svg>`, "gridcell", "X"],
  [`<svg><rect id="part" role="button">${TITLE}</rect></svg>`, "button", ""],
  [`<svg><a id="part" href="#">${TITLE}<rect/></a></svg>`, "link", ""],
];
let held = true;
for (const [html, role, wanted] of CASES) {
  const { document } = new JSDOM(`<!doctype html><body>${html}</body>`).window;
  const part = document.getElementById("part");
  const name = computeAccessibleName(part);
  const found = queryByRole(document.body, role, { name: "Square 1" }) === part;
  console.log(`${html}: name "${name}", ${found ? "found" : "not found"} as ${role} "Square 1"`);
  held = name === wanted && found === (wanted === "Square 1") && held;
}
process.exit(held ? 0 : 1);
JS
node test.mjs
