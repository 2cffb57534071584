#!/usr/bin/env bash
# What: DuckDB writes a missing array of a fixed size, INTEGER[2], to Parquet as two missing values of one row. pyarrow
#       refuses the file ("Length spanned by list offsets"), and hyparquet gives null twice, all later arrays one row
#       below their own, and the last one not at all, without an error. DuckDB itself and polars read what is meant. Missing
#       lists of any length, INTEGER[], are right everywhere. DuckDB's issue 24731 of August 2026 reports pyarrow's error.
# Versions: duckdb 2.0.1, pyarrow 26.0.1, polars 2.1.0, hyparquet 1.33.0, Node 20, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who exports pairs of squares, or boards of nine numbers, of which some are missing: the arrays belong to other games.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check duckdb==2.0.1 pyarrow==26.0.1 \
    polars==2.1.0; } || exit 2
cd "$folder"
npm install --silent --no-audit --no-fund hyparquet@1.33.0 >npm.log 2>&1 || { cat npm.log; exit 2; }
env/bin/python - <<'PY'
import sys
from importlib.metadata import version

import duckdb
import polars as pl
from pyarrow import ArrowInvalid, parquet

for name in ("duckdb", "pyarrow", "polars"):
    print(name, version(name))
GAMES = "(VALUES (1, [1, 2]), (2, NULL), (3, [3, 4]), (4, [5, 6])) t(game, pair)"
found = {}
for kind, name in (("INTEGER[2]", "array"), ("INTEGER[]", "list")):
    path = f"{name}.parquet"
    duckdb.sql(f"COPY (SELECT game, pair::{kind} AS pair FROM {GAMES}) TO '{path}' (FORMAT parquet)")
    try:
        arrow = parquet.read_table(path)["pair"].to_pylist()
    except ArrowInvalid as error:
        arrow = str(error)
    pairs = [pair for (pair,) in duckdb.sql(f"SELECT pair FROM '{path}'").fetchall()]
    found[name] = (pairs, pl.read_parquet(path)["pair"].to_list(), arrow)
    print(f"{kind}: DuckDB reads {pairs}, polars {found[name][1]}, pyarrow {arrow}")
PAIRS = [[1, 2], None, [3, 4], [5, 6]]
is_refused = str(found["array"][2]).startswith("Length spanned by list offsets")
sys.exit(not (is_refused and found["array"][:2] == (PAIRS, PAIRS) and found["list"] == (PAIRS, PAIRS, PAIRS)))
PY
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import { parquetReadObjects } from "hyparquet";

console.log("hyparquet", JSON.parse(readFileSync("node_modules/hyparquet/package.json")).version);
const read = async (name) => {
  const bytes = readFileSync(`${name}.parquet`);
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  const text = JSON.stringify((await parquetReadObjects({ file })).map(({ game, pair }) => [game, pair]));
  console.log(`${name}: hyparquet reads ${text}`);
  return text;
};
const held =
  (await read("array")) === "[[1,[1,2]],[2,null],[3,null],[4,[3,4]]]" &&
  (await read("list")) === "[[1,[1,2]],[2,null],[3,[3,4]],[4,[5,6]]]";
process.exit(held ? 0 : 1);
JS
node test.mjs
