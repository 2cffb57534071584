#!/usr/bin/env bash
# What: In linkedom "svg.innerHTML" and "insertAdjacentHTML" put each shape that closes itself around all that
#       follow: <g/><rect/><rect/> is one child with the others inside. Browsers and jsdom have three. The same
#       text with its <svg> around it, or in a document of SVG, is right.
# Versions: linkedom 0.18.15, jsdom 29.1.1, Node 20, Linux x86-64.
# Date: 2026-11-28.
# Who: who puts the shapes of a board's picture (qttt show --draw) into a page on a server, where linkedom replaces
#      the browser: shapes in a circle or a rectangle are never shown.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund linkedom@0.18.15 jsdom@29.1.1 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import { JSDOM } from "jsdom";
import { DOMParser, parseHTML } from "linkedom";

const NAMESPACE = "http://www.w3.org/2000/svg";
const SHAPES = '<circle r="2"/><rect width="1"/><rect width="2"/>';
const children = ({ document }, Parser) => {
  const svg = document.createElementNS(NAMESPACE, "svg");
  svg.innerHTML = SHAPES;
  const group = document.createElementNS(NAMESPACE, "g");
  group.insertAdjacentHTML("beforeend", SHAPES);
  const around = document.createElement("div");
  around.innerHTML = `<svg>${SHAPES}</svg>`;
  const text = `<svg xmlns="${NAMESPACE}">${SHAPES}</svg>`;
  const parsed = new Parser().parseFromString(text, "image/svg+xml");
  console.log(svg.outerHTML);
  return [svg, group, around.firstChild, parsed.documentElement].map((node) => node.children.length);
};
for (const name of ["linkedom", "jsdom"])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
const page = "<!doctype html><html><body></body></html>";
const linkedom = children(parseHTML(page), DOMParser).join(" ");
const { window } = new JSDOM(page);
const jsdom = children(window, window.DOMParser).join(" ");
console.log("children after innerHTML, insertAdjacentHTML, with <svg> around, in a document of SVG");
console.log("linkedom:", linkedom);
console.log("jsdom:   ", jsdom);
process.exit(linkedom === "1 1 3 3" && jsdom === "3 3 3 3" ? 0 : 1);
JS
node test.mjs
