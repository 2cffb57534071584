#!/usr/bin/env bash
# What: Testing Library finds no gridcell in a table whose role is grid, and takes its td elements for cells, though by
#       HTML-AAM a td of a grid is a gridcell. It does not look at ancestors there: the td elements of a table with the
#       role presentation are cells, too, and the header of an article is the banner of the page.
# Versions: @testing-library/dom 10.4.2, jsdom 29.0.0, Node 20, Linux x86-64.
# Date: 2026-11-29.
# Who: who tests a board that is a grid of table cells: getByRole("gridcell") fails, and getByRole("cell") passes.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @testing-library/dom@10.4.2 jsdom@29.0.0 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import { queryAllByRole } from "@testing-library/dom";
import { JSDOM } from "jsdom";

for (const name of ["@testing-library/dom", "jsdom"])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
const CASES = [
  ['<table role="grid"><tr><td>X</td></tr></table>', "grid", "gridcell", "cell"],
  ['<table role="grid"><tr><td role="gridcell">X</td></tr></table>', "grid", "gridcell", "cell"],
  ['<table role="presentation"><tr><td>X</td></tr></table>', "table", "cell"],
  ["<article><header>Round 1</header></article>", "article", "banner"],
];
const seen = CASES.map(([page, ...roles]) => {
  const { body } = new JSDOM(`<!doctype html><body>${page}</body>`).window.document;
  const counts = roles.map((role) => queryAllByRole(body, role).length);
  console.log(`${page}: ${roles.map((role, index) => `${counts[index]} ${role}`).join(", ")}`);
  return counts;
});
process.exit(JSON.stringify(seen) === JSON.stringify([[1, 0, 1], [1, 1, 0], [0, 1], [1, 1]]) ? 0 : 1);
JS
node test.mjs
