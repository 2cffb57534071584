#!/usr/bin/env bash
# What: to_pylist() of nanoarrow, and its other ways to Python objects, read negative decimals without their sign: -1.00 of a
#       decimal128(5, 2) is 3.4028E+36, and -1 of a sum that DuckDB made is 3.4·10^38. Positive ones are right, and so are
#       negative integers and floats. pyarrow reads the same array rightly.
# Versions: nanoarrow 0.9.0, pyarrow 26.0.1, duckdb 2.0.1, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who sums up results by SQL and reads them without pyarrow: DuckDB's sums of integers are decimals in Arrow.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check nanoarrow==0.9.0 pyarrow==26.0.1 duckdb==2.0.1; } || exit 2
cd "$folder"
env/bin/python - <<'PY'
import sys
from decimal import Decimal
from importlib.metadata import version

import duckdb
import nanoarrow as na
import pyarrow as pa

for name in ("nanoarrow", "pyarrow", "duckdb"):
    print(name, version(name))
points = pa.array([Decimal("1.50"), Decimal("-1.00"), None, Decimal("-0.50")], pa.decimal128(5, 2))
total = duckdb.sql("SELECT sum(result) AS total FROM (VALUES (1), (-1), (-1)) t(result)").to_arrow_table()["total"].chunk(0)
found = []
for name, array, shift in (("points", points, Decimal(2**128).scaleb(-2)), ("sum", total, Decimal(2**128))):
    right, seen = array.to_pylist(), na.Array(array).to_pylist()
    others = [list(na.Array(array).iter_py()), list(zip(*na.Array(pa.StructArray.from_arrays([array], ["x"])).iter_tuples()))]
    print(f"{name}, {array.type}: pyarrow {[str(one) for one in right]}, nanoarrow {[str(one) for one in seen]}")
    is_wrapped = all(
        (one is None and two is None) or two == one or (one < 0 and abs(two - one - shift) < shift / 1000)
        for one, two in zip(right, seen)
    )
    found.append(is_wrapped and seen != right and others == [seen, [tuple(seen)]])
print("integers:", na.Array(pa.array([-1, 2])).to_pylist())
sys.exit(not all(found) or total.to_pylist() != [-1])
PY
