#!/usr/bin/env bash
# What: tableFromJSON of Apache Arrow for JavaScript takes the type of a column from the first row alone, and reports
#       nothing: if the first list is empty, all numbers of later lists are null; a text after a number is NaN, and what
#       the first object lacks is missing in all. vectorFromArray of the same lists raises an error.
# Versions: apache-arrow 21.2.0, Node 20, Linux x86-64.
# Date: 2026-11-29.
# Who: who makes tables of games in the browser: the first position has no moves, so no position has any.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund apache-arrow@21.2.0 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import { tableFromIPC, tableFromJSON, tableToIPC, vectorFromArray } from "apache-arrow";

console.log("apache-arrow", JSON.parse(readFileSync("node_modules/apache-arrow/package.json")).version);
const read = (rows) => {
  const table = tableFromIPC(tableToIPC(tableFromJSON(rows)));
  const text = JSON.stringify(table.toArray(), (_, value) => (Number.isNaN(value) ? "NaN" : value));
  console.log(`${JSON.stringify(rows)} becomes ${text}, of ${table.schema.fields[0].type}`);
  return text;
};
const seen = [
  read([{ moves: [1] }, { moves: [1, 2] }]),
  read([{ moves: [] }, { moves: [1, 2] }]),
  read([{ value: 1 }, { value: "draw" }]),
  read([{ score: { x: 1 } }, { score: { x: 1, o: 2 } }]),
];
let message = null;
try {
  vectorFromArray([[], [1, 2]]);
} catch (error) {
  ({ message } = error);
}
console.log("vectorFromArray of [[], [1, 2]]:", message);
const wanted = [
  '[{"moves":[1]},{"moves":[1,2]}]',
  '[{"moves":[]},{"moves":[null,null]}]',
  '[{"value":1},{"value":"NaN"}]',
  '[{"score":{"x":1}},{"score":{"x":1}}]',
];
process.exit(message && JSON.stringify(seen) === JSON.stringify(wanted) ? 0 : 1);
JS
node test.mjs
