#!/usr/bin/env bash
# What: @dsnp/parquetjs reads every boolean of a Parquet file as false if booleans are stored as runs (RLE), as pyarrow
#       stores them with data_page_version="2.0". No error is raised; nulls, and numbers of the same file, are right. With
#       pages of version 1.0 all is right.
# Versions: @dsnp/parquetjs 1.8.8 (the last for Node 20), pyarrow 26.0.1, Node 20, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who reads games or positions with truth values, such as "is over", in Node: no game is over.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check pyarrow==26.0.1; } || exit 2
cd "$folder"
npm install --silent --no-audit --no-fund @dsnp/parquetjs@1.8.8 >npm.log 2>&1 || { cat npm.log; exit 2; }
env/bin/python - <<'PY'
import pyarrow as pa
from pyarrow import parquet

print("pyarrow", pa.__version__)
table = pa.table({"ply": [7, 8, 9, 9], "over": [True, False, True, None]})
for version in ("1.0", "2.0"):
    path = f"games-{version}.parquet"
    parquet.write_table(table, path, data_page_version=version)
    encodings = parquet.read_metadata(path).row_group(0).column(1).encodings
    print(f"pages {version}: {', '.join(encodings)}; pyarrow reads {parquet.read_table(path)['over'].to_pylist()}")
PY
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import parquetjs from "@dsnp/parquetjs";

console.log("@dsnp/parquetjs", JSON.parse(readFileSync("node_modules/@dsnp/parquetjs/package.json")).version);
const read = async (version) => {
  const reader = await parquetjs.ParquetReader.openFile(`games-${version}.parquet`);
  const cursor = reader.getCursor();
  const rows = [];
  for (let row = await cursor.next(); row; row = await cursor.next()) rows.push([Number(row.ply), row.over]);
  await reader.close();
  console.log(`pages ${version}: parquetjs reads ${JSON.stringify(rows)}`);
  return JSON.stringify(rows);
};
const held =
  (await read("1.0")) === "[[7,true],[8,false],[9,true],[9,null]]" &&
  (await read("2.0")) === "[[7,false],[8,false],[9,false],[9,null]]";
process.exit(held ? 0 : 1);
JS
node test.mjs
