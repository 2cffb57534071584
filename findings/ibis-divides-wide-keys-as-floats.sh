#!/usr/bin/env bash
# What: A whole division of integers in Ibis, `key // 3`, is a division of floats that is rounded down, in DuckDB and in
#       SQLite, so that a key from 2⁵³ can have another quotient, without a message; in SQLite `key % 3` is of floats,
#       too, and wrong. Both databases divide integers exactly, by // and by /. Of -7 by 3 Ibis makes the quotient -3 and
#       the remainder -1, which do not belong together: one is rounded down, the other to zero.
# Versions: ibis-framework 12.0.0, duckdb 2.0.1, SQLite of Python 3.11, sqlglot 28.10.1, pyarrow 26.0.1, Linux x86-64.
# Date: 2026-11-29.
# Who: who takes positions or moves out of packed keys, digit by digit, in a data set that Ibis queries.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check "ibis-framework[duckdb,sqlite]==12.0.0" \
    duckdb==2.0.1 sqlglot==28.10.1 pyarrow==26.0.1; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

import ibis
import pyarrow as pa

for name in ("ibis-framework", "duckdb", "sqlglot", "pyarrow"):
    print(name, version(name))
KEYS = [3**20 + 1, 3**36 + 1, 2**60 + 7, -7]
print("Python:", [(key // 3, key % 3) for key in KEYS])
seen, own = {}, {}
for name, connection, operator in (("DuckDB", ibis.duckdb.connect(), "//"), ("SQLite", ibis.sqlite.connect(), "/")):
    table = connection.create_table("positions", pa.table({"key": pa.array(KEYS, pa.int64())}))
    columns = table.key // 3, table.key % 3
    seen[name] = list(zip(*([int(value) for value in connection.execute(column)] for column in columns)))
    cursor = connection.raw_sql(f"select key {operator} 3, key % 3 from positions")
    own[name] = [tuple(row) for row in cursor.fetchall()]
    print(f"Ibis with {name}: {seen[name]}; SQL of {name}: {own[name]}")
exact = [(key // 3, key % 3) for key in KEYS[:3]]
right = all(rows[:3] == exact and rows[3] == (-2, -1) for rows in own.values())
rounded = [exact[0][0], 50031545098999712, 384307168202282304, -3]
quotients = all([quotient for quotient, _ in rows] == rounded for rows in seen.values())
remainders = [[r for _, r in rows] for rows in seen.values()] == [[1, 1, 2, -1], [1, 0, 1, -1]]
sys.exit(not (right and quotients and remainders))
PY
