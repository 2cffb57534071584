#!/usr/bin/env bash
# What: -0.0 equals 0.0 in pyarrow's filters, but is another value for group_by, unique, count_distinct, is_in and join: a
#       table of drawn games has two groups of value 0, and half of them find no partner. pandas with columns of Arrow
#       disagrees with itself: nunique and isin tell them apart, duplicated and merge do not. polars, DuckDB, DataFusion,
#       and pandas with NumPy's columns, take both for one.
# Versions: pyarrow 26.0.1, pandas 3.1.1, polars 2.1.0, duckdb 2.0.1, datafusion 55.0.0, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who negates values to see a game from the other side: minus 0.0 is -0.0.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check pyarrow==26.0.1 pandas==3.1.1 polars==2.1.0 \
    duckdb==2.0.1 datafusion==55.0.0; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

import datafusion
import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc

for name in ("pyarrow", "pandas", "polars", "duckdb", "datafusion"):
    print(name, version(name))
draws = pa.table({"value": [0.0, -0.0], "game": [1, 2]})
names = pa.table({"value": [0.0], "name": ["draw"]})
values, zero = draws["value"], names["value"]
context = datafusion.SessionContext()
context.register_record_batches("draws", [draws.to_batches()])
arrow = pd.Series([0.0, -0.0], dtype="double[pyarrow]")
frame = pl.from_arrow(draws)
merged = arrow.to_frame("value").merge(names.to_pandas(types_mapper=pd.ArrowDtype), on="value", how="left")
found = {
    "pyarrow, equal to 0": pc.sum(pc.equal(values, 0.0)).as_py(),
    "pyarrow, in [0]": pc.sum(pc.is_in(values, zero)).as_py(),
    "pyarrow, join with 0": len(draws.join(names, "value", join_type="inner")),
    "pyarrow, groups": len(draws.group_by("value").aggregate([("game", "count")])),
    "pyarrow, distinct": pc.count_distinct(values).as_py(),
    "pandas with Arrow, distinct": arrow.nunique(),
    "pandas with Arrow, in [0]": int(arrow.isin([0.0]).sum()),
    "pandas with Arrow, duplicated": int(arrow.duplicated().sum()),
    "pandas with Arrow, merge with 0": int(merged["name"].notna().sum()),
    "pandas, groups": len(draws.to_pandas().groupby("value").size()),
    "polars, groups": len(frame.group_by("value").len()),
    "polars, join with 0": len(frame.join(pl.from_arrow(names), on="value")),
    "DuckDB, groups": len(duckdb.sql("SELECT value, count(*) FROM draws GROUP BY value").fetchall()),
    "DataFusion, groups": context.sql("SELECT value FROM draws GROUP BY value").count(),
}
for name, count in found.items():
    print(f"{name}: {count}")
sys.exit(list(found.values()) != [2, 1, 1, 2, 2, 2, 1, 1, 2, 1, 1, 2, 1, 1])
PY
