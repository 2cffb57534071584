#!/usr/bin/env bash
# What: json-bigint, which keeps integers of 64 bits exact, takes every number of more than 15 characters for one,
#       decimals too: the probability 0.3333333333333333 becomes a BigNumber, whose sum with 1 is the text
#       0.33333333333333331, while 0.5 stays a number. With native integers, as its option offers, the same valid JSON
#       raises an error.
# Versions: json-bigint 1.0.0, Node 20, Linux x86-64.
# Date: 2026-11-29.
# Who: who reads evaluations of positions beside keys of 64 bits: means and probabilities often have 16 digits.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund json-bigint@1.0.0 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import bigint from "json-bigint";

console.log("json-bigint", JSON.parse(readFileSync("node_modules/json-bigint/package.json")).version);
const native = bigint({ useNativeBigInt: true });
const seen = [];
for (const text of ["0.5", "0.3333333333333333"]) {
  const { value } = bigint.parse(`{"value": ${text}}`);
  const row = [typeof value, value + 1];
  try {
    row.push(typeof native.parse(`{"value": ${text}}`).value);
  } catch (error) {
    row.push(error.message);
  }
  console.log(`${text}: ${row[0]}, plus 1: ${JSON.stringify(row[1])}; with native integers: ${row[2]}`);
  seen.push(row);
}
const wanted = [
  ["number", 1.5, "number"],
  ["object", "0.33333333333333331", "Cannot convert 0.3333333333333333 to a BigInt"],
];
process.exit(JSON.stringify(seen) === JSON.stringify(wanted) ? 0 : 1);
JS
node test.mjs
