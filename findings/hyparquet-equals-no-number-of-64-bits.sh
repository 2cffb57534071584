#!/usr/bin/env bash
# What: A filter of hyparquet by a number, { key: 5 } or { $eq: 5 }, { $in: [5] }, { $ne: 5 }, finds no row, or every row for
#       $ne, if the column has 64 bits, which is what pyarrow writes for Python's integers; { $gte: 5, $lte: 5 } finds the
#       row. Of a column with 32 bits all find it. A date as value, { day: date }, finds every row, { $eq: date } the right one.
#       The bigint 5n finds it in the first column, and is unequal to the 5 of the second; filterStrict: false mends numbers.
# Versions: hyparquet 1.33.0, pyarrow 26.0.1, Node 20, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who looks up a position or a number of games in a data set in the browser: the table is empty.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check pyarrow==26.0.1; } || exit 2
cd "$folder"
npm install --silent --no-audit --no-fund hyparquet@1.33.0 >npm.log 2>&1 || { cat npm.log; exit 2; }
env/bin/python - <<'PY'
from datetime import date

import pyarrow as pa
from pyarrow import parquet

print("pyarrow", pa.__version__)
DAYS = [date(2026, 1, day) for day in (1, 2, 3)]
table = pa.table({"wide": [4, 5, 6], "narrow": pa.array([4, 5, 6], pa.int32()), "day": DAYS})
parquet.write_table(table, "games.parquet")
for column in ("wide", "narrow"):
    print(f"{column} == 5 in pyarrow:", parquet.read_table("games.parquet", filters=[(column, "==", 5)]).num_rows, "row")
PY
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import { parquetReadObjects } from "hyparquet";

console.log("hyparquet", JSON.parse(readFileSync("node_modules/hyparquet/package.json")).version);
const bytes = readFileSync("games.parquet");
const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
const rows = async (column, condition, filterStrict = true) =>
  (await parquetReadObjects({ file, filter: { [column]: condition }, filterStrict })).length;
const CONDITIONS = {
  "5": 5, "{ $eq: 5 }": { $eq: 5 }, "{ $in: [5] }": { $in: [5] }, "{ $ne: 5 }": { $ne: 5 },
  "{ $gte: 5, $lte: 5 }": { $gte: 5, $lte: 5 }, "{ $eq: 5n }": { $eq: 5n },
};
const seen = [];
for (const [text, condition] of Object.entries(CONDITIONS)) {
  const counts = [await rows("wide", condition), await rows("narrow", condition)];
  console.log(`${text}: ${counts[0]} of 3 rows with 64 bits, ${counts[1]} with 32`);
  seen.push(counts);
}
const loose = [await rows("wide", { $eq: 5 }, false), await rows("narrow", { $eq: 5n }, false)];
console.log(`with filterStrict: false: ${loose[0]} row with 64 bits, ${loose[1]} with 32`);
const day = new Date("2026-01-02");
const days = [await rows("day", day), await rows("day", { $eq: day })];
console.log(`a date: ${days[0]} of 3 rows, { $eq: date }: ${days[1]}`);
const wanted = [[0, 1], [0, 1], [0, 1], [3, 2], [1, 1], [1, 0], [1, 1], [3, 1]];
process.exit(JSON.stringify([...seen, loose, days]) === JSON.stringify(wanted) ? 0 : 1);
JS
node test.mjs
