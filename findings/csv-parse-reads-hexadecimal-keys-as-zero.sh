#!/usr/bin/env bash
# What: csv-parse with cast: true makes the number 0 of every hexadecimal text, 0x1f or 0xdeadbeef, and of 0b11 and 0o17:
#       it asks whether JavaScript's Number() takes the text, and then reads it with parseFloat(), which stops at the
#       letter. So all keys of a file become one. Papa Parse with dynamicTyping and csv-parse without cast keep the text.
# Versions: csv-parse 7.0.3, papaparse 5.7.1, Node 20, Linux x86-64.
# Date: 2026-11-29.
# Who: who reads tables whose positions have hash keys in hexadecimal, as programs print them.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund csv-parse@7.0.3 papaparse@5.7.1 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import Papa from "papaparse";

for (const name of ["csv-parse", "papaparse"])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
const TEXTS = ["16", "0x10", "0x1f", "0xdeadbeef", "0b11", "0o17", "1f"];
const row = TEXTS.join(",");
const seen = {
  "csv-parse, cast: true": parse(row, { cast: true })[0],
  "csv-parse": parse(row)[0],
  "Papa Parse, dynamicTyping": Papa.parse(row, { dynamicTyping: true }).data[0],
};
for (const [name, values] of Object.entries(seen)) console.log(`${name}:`, JSON.stringify(values));
console.log("Number():", JSON.stringify(TEXTS.map(Number)));
const wanted = [[16, 0, 0, 0, 0, 0, "1f"], TEXTS, [16, ...TEXTS.slice(1)]];
process.exit(JSON.stringify(Object.values(seen)) === JSON.stringify(wanted) ? 0 : 1);
JS
node test.mjs
