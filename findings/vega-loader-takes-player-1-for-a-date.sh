#!/usr/bin/env bash
# What: Vega's loader, asked to find the types of a CSV file (parse: "auto"), takes a column for dates if Date.parse
#       of JavaScript reads every text, which V8 does of many: "Player 1" is 1 January 2001, the moves "1-2" and "5-9"
#       are days of 2001, and the scores "1/2" and "0" are two dates. The values are dates, and the text is lost. With
#       a thirteenth player, or a move such as "2-33", the column is text. Its README says only that types are inferred.
#       (Issue 95 of vega/datalib, open, is on the same cause in its forerunner.)
# Versions: vega-loader 5.1.3, Node 20, Linux x86-64.
# Date: 2026-11-29.
# Who: who charts a table of games with Vega: results of players or moves become points of time, for some tables only.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund vega-loader@5.1.3 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import { inferType, read } from "vega-loader";

console.log("vega-loader", JSON.parse(readFileSync("node_modules/vega-loader/package.json")).version);
const day = (text) => Date.parse(`${text}T00:00:00Z`);
const COLUMNS = [
  [["Player 1", "Player 2", "Player 12"], "date", ["2001-01-01", "2001-02-01", "2001-12-01"]],
  [["Player 1", "Player 2", "Player 13"], "string"],
  [["Ann", "Bob", "Eve"], "string"],
  [["1-2", "2-5", "5-9"], "date", ["2001-01-02", "2001-02-05", "2001-05-09"]],
  [["1-2", "2-1", "2-33"], "string"],
  [["1/2", "0", "1"], "date", ["2001-01-02", "2000-01-01", "2001-01-01"]],
  [["0.5", "0", "1"], "number"],
];
let held = true;
for (const [texts, wanted, days] of COLUMNS) {
  const type = inferType(texts);
  const rows = read(`cell\n${texts.join("\n")}\n`, { type: "csv", parse: "auto" });
  const values = rows.map(({ cell }) => cell);
  const show = (value) => (type === "date" ? new Date(value).toISOString().slice(0, 10) : JSON.stringify(value));
  const shown = values.map(show);
  console.log(`${texts.map((text) => `"${text}"`).join(", ")}: ${type}, ${shown.join(", ")}`);
  const expected = days ? days.map(day) : wanted === "number" ? texts.map(Number) : texts;
  held = type === wanted && `${days ? values.map(Number) : values}` === `${expected}` && held;
}
process.exit(held ? 0 : 1);
JS
TZ=UTC node test.mjs
