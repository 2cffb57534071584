#!/usr/bin/env bash
# What: pandas' merge of a column of uint64 with one of int64 joins rows whose keys differ: both are
#       compared as float64, so 2**62 + 1 and 2**62 are equal, without a message. isin() of the same
#       columns, and the joins of polars and DuckDB, find no common key.
# Versions: pandas 3.1.1, polars 2.1.0, duckdb 2.0.1, numpy 2.4.6, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: users who join tables by a position's key of 64 bits, of which one table was read as signed.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check pandas==3.1.1 polars==2.1.0 duckdb==2.0.1 \
    numpy==2.4.6 pyarrow==26.0.1; } || exit 2
cd "$folder"
env/bin/python -W always - <<'PY'
import sys
import warnings
from importlib.metadata import version

import duckdb
import numpy as np
import pandas as pd
import polars as pl

for name in ("pandas", "polars", "duckdb", "numpy"):
    print(name, version(name))
one = pd.DataFrame({"key": np.array([2**62 + 1, 7], np.uint64)})
other = pd.DataFrame({"key": np.array([2**62, 9], np.int64), "points": [1, 2]})
with warnings.catch_warnings(record=True) as messages:
    warnings.simplefilter("always")
    found = {
        "merge": one.merge(other, on="key").to_dict("records"),
        "isin": one["key"].isin(other["key"]).tolist(),
        "polars": pl.from_pandas(one).join(pl.from_pandas(other), on="key").to_dicts(),
        "duckdb": duckdb.sql("select * from one join other using (key)").fetchall(),
        "merge of int64": one.astype("int64").merge(other, on="key").to_dict("records"),
    }
print("keys:", one["key"].tolist(), other["key"].tolist())
for name, rows in found.items():
    print(f"{name}: {rows}")
print("warnings:", [str(message.message) for message in messages])
wrong = [{"key": 2**62 + 1, "points": 1}]
sys.exit(list(found.values()) != [wrong, [False, False], [], [], []] or bool(messages))
PY
