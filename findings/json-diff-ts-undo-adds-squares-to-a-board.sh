#!/usr/bin/env bash
# What: json-diff-ts does not undo its own differences of a list, if an entry became null or several were added: when
#       X was taken off the board (O, X, null), revertChangeset makes four squares of it, (O, null, null, X), and six of
#       four squares from which two marks were taken while one was set. Of two added moves it leaves the second. One
#       mark that was set, or one added move, it undoes. The way forward, applyChangeset, is right, and jsondiffpatch
#       undoes all of them. (Pull request 412 of ltwlf/json-diff-ts, open, is on the added entries.)
# Versions: json-diff-ts 4.10.4, jsondiffpatch 0.7.7, Node 20, Linux x86-64.
# Date: 2026-11-29.
# Who: who undoes moves in an app by differences of states in which an empty square is null: the board grows.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund json-diff-ts@4.10.4 jsondiffpatch@0.7.7 >npm.log 2>&1 ||
  { cat npm.log; exit 2; }
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import { applyChangeset, diff, revertChangeset } from "json-diff-ts";
import * as jsondiffpatch from "jsondiffpatch";

for (const name of ["json-diff-ts", "jsondiffpatch"])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
const text = (value) => JSON.stringify(value);
const forward = (before, after) => applyChangeset(structuredClone(before), diff(before, after));
const back = (before, after) => revertChangeset(structuredClone(after), diff(before, after));
const other = jsondiffpatch.create();
const otherBack = (before, after) => other.unpatch(structuredClone(after), other.diff(before, after));
const CASES = [
  [{ board: ["O", null, null] }, { board: ["O", "X", null] }, { board: ["O", null, null] }],
  [{ board: ["O", "X", null] }, { board: ["O", null, null] }, { board: ["O", null, null, "X"] }],
  [{ board: [null, "O", "X", "O"] }, { board: ["O", "O", null, null] }, { board: ["O", null, null, null, "X", "O"] }],
  [{ moves: [[1, 2]] }, { moves: [[1, 2], [2, 5]] }, { moves: [[1, 2]] }],
  [{ moves: [[1, 2]] }, { moves: [[1, 2], [2, 5], [5, 9]] }, { moves: [[1, 2], [5, 9]] }],
];
let held = true;
for (const [before, after, wanted] of CASES) {
  const seen = back(before, after);
  console.log(`${text(before)} became ${text(after)}`);
  console.log(`  and back: ${text(seen)} by json-diff-ts, ${text(otherBack(before, after))} by jsondiffpatch`);
  const usual = text(forward(before, after)) === text(after) && text(otherBack(before, after)) === text(before);
  held = text(seen) === text(wanted) && usual && held;
}
process.exit(held ? 0 : 1);
JS
node test.mjs
