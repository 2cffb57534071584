#!/usr/bin/env bash
# What: A Y.Map of Yjs refuses with an error what it cannot store, such as a Float32Array, but takes BigInts and Dates,
#       which its README does not list. Integers from -2^63 to 2^63-1 arrive in other documents. Those beyond are other
#       numbers there, without a message: 2^63 becomes -2^63, 2^64-1 becomes -1, and 2^64 becomes 0, also in a list; a
#       time becomes {}. The document in which they were set has them as they were, with an equal state vector.
# Versions: yjs 13.6.33, lib0 0.2.120, Node 20, Linux x86-64.
# Date: 2026-11-29.
# Who: who shares keys of positions of 64 bits, or times of moves, between players' browsers: only the browser that set
#      them has them.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund yjs@13.6.33 lib0@0.2.120 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import * as Y from "yjs";

for (const name of ["yjs", "lib0"])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
const VALUES = {
  below: 2n ** 63n - 1n,
  lowest: -(2n ** 63n),
  half: 2n ** 63n,
  largest: 2n ** 64n - 1n,
  beyond: 2n ** 64n,
  list: [5n, 2n ** 64n - 2n],
  time: new Date(Date.UTC(2026, 10, 29)),
};
const show = (value) => {
  if (typeof value === "bigint") return `${value}n`;
  if (Array.isArray(value)) return `[${value.map(show).join(", ")}]`;
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
};
const [here, there, second] = [new Y.Doc(), new Y.Doc(), new Y.Doc()];
for (const [key, value] of Object.entries(VALUES)) here.getMap("game").set(key, value);
Y.applyUpdate(there, Y.encodeStateAsUpdate(here));
Y.applyUpdateV2(second, Y.encodeStateAsUpdateV2(here));
const texts = (doc) => Object.keys(VALUES).map((key) => show(doc.getMap("game").get(key)));
Object.keys(VALUES).forEach((key, index) =>
  console.log(`${key}: ${texts(here)[index]} where it was set, ${texts(there)[index]} where it was received`),
);
const equal = Buffer.compare(Y.encodeStateVector(here), Y.encodeStateVector(there)) === 0;
console.log(`the state vectors are ${equal ? "equal" : "not equal"}`);
let refused = false;
try {
  here.getMap("game").set("planes", new Float32Array(9));
} catch (error) {
  refused = true;
  console.log(`a Float32Array is refused: ${error.message}`);
}
const before = Object.values(VALUES).map(show);
const after = [...[2n ** 63n - 1n, -(2n ** 63n), -(2n ** 63n), -1n, 0n, [5n, -2n]].map(show), "{}"];
const are = (doc, wanted) => `${texts(doc)}` === `${wanted}`;
process.exit(equal && refused && are(here, before) && are(there, after) && are(second, after) ? 0 : 1);
JS
node test.mjs
