#!/usr/bin/env bash
# What: Automerge takes JavaScript numbers without a fraction for integers of 64 bits: 1e19, 1e300 and Number.MAX_VALUE
#       are read back as the BigInt 2^63-1, without a message, and Number.MAX_SAFE_INTEGER, 2^53-1, as a BigInt, to
#       which no number can be added. -1e300 is -2^63 if change() sets it, and stays as it is if from() does. 1.5e10 and
#       Infinity stay numbers. Its documentation says that all JSON primitives are supported. (Issue 1222 of
#       automerge/automerge is open.)
# Versions: @automerge/automerge 3.5.0, Node 20, Linux x86-64.
# Date: 2026-11-29.
# Who: who shares scores or bounds of a search between players or pages: 1e300 for "no bound yet" is 9.2e18, and a count
#      of positions can be a number or a BigInt.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @automerge/automerge@3.5.0 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import * as Automerge from "@automerge/automerge";

const name = "@automerge/automerge";
console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
const [HIGHEST, LOWEST] = [2n ** 63n - 1n, -(2n ** 63n)];
// The number, and what is read of a saved document in which from() or change() set it.
const CASES = [
  [5, 5, 5],
  [1.5e10, 1.5e10, 1.5e10],
  [0.1, 0.1, 0.1],
  [Infinity, Infinity, Infinity],
  [Number.MAX_SAFE_INTEGER, 2n ** 53n - 1n, 2n ** 53n - 1n],
  [1e18, 10n ** 18n, 10n ** 18n],
  [1e19, HIGHEST, HIGHEST],
  [1e300, HIGHEST, HIGHEST],
  [Number.MAX_VALUE, HIGHEST, HIGHEST],
  [-1e19, -1e19, LOWEST],
  [-1e300, -1e300, LOWEST],
];
const show = (value) => (typeof value === "bigint" ? `${value}n` : `${value}`);
let held = true;
const read = (doc) => Automerge.load(Automerge.save(doc)).value;
for (const [value, wanted, wantedOfChange] of CASES) {
  const set = (doc) => {
    doc.value = value;
  };
  const seen = [read(Automerge.from({ value })), read(Automerge.change(Automerge.init(), set))];
  console.log(`${value}: ${show(seen[0])} if from() set it, ${show(seen[1])} if change() did`);
  held = seen[0] === wanted && seen[1] === wantedOfChange && held;
}
const { bound } = Automerge.from({ bound: Number.MAX_SAFE_INTEGER });
let sum;
try {
  sum = bound + 0.5;
} catch (error) {
  sum = error.name;
}
console.log(`2^53-1 and a half: ${sum}`);
process.exit(held && sum === "TypeError" ? 0 : 1);
JS
node test.mjs
