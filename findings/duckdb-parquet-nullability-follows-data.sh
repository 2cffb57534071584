#!/usr/bin/env bash
# What: DuckDB's COPY writes a column of a table as REQUIRED if it happens to hold no NULL. Exports of
#       one table definition, a file for each part of the data, then differ in schema; pyarrow takes
#       the first file's for the folder, returns "not null" columns with nulls in them, which pass
#       its full validation, and cannot write that table again.
# Versions: duckdb 2.0.1, pyarrow 26.0.1, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: researchers who export positions level by level, where a value is unknown in some levels only.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check duckdb==2.0.1 pyarrow==26.0.1
} || exit 2
cd "$folder"
env/bin/python - <<'PY'
import sys
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

print("duckdb", duckdb.__version__, "pyarrow", pa.__version__)
Path("levels").mkdir()
for level, rows in enumerate(("(3), (4)", "(NULL), (5)")):
    connection = duckdb.connect()
    connection.sql("CREATE TABLE positions (plies UTINYINT)")
    connection.sql(f"INSERT INTO positions VALUES {rows}")
    connection.sql(f"COPY positions TO 'levels/{level}.parquet'")
    print(f"level {level}, values {rows}: column", pq.read_schema(f"levels/{level}.parquet").field(0))

table = pq.read_table("levels")
table.validate(full=True)
print("the folder read by pyarrow:", table.schema.field(0), table["plies"].to_pylist(), "and valid")
try:
    pq.write_table(table, "copy.parquet")
except pa.ArrowInvalid as error:
    print("written again:", error)
    field = table.schema.field("plies")
    sys.exit(field.nullable or table["plies"].null_count != 1)
print("written again without an error")
sys.exit(1)
PY
