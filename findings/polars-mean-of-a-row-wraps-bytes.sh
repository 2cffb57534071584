#!/usr/bin/env bash
# What: In polars the mean of 200 and 100 is 22 by mean_horizontal, if they are UInt8, and their sum 44 by
#       sum_horizontal; the scalar product of [200, 100] and [100, 200] is 64, as an Int64. Its other sums take Int64 for
#       UInt8: sum, cum_sum, rolling_sum, product, group_by, and sums of lists and arrays.
# Versions: polars 2.1.0, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who adds columns of bytes row by row, such as marks, plies or squares.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check polars==2.1.0; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys

import polars as pl

print("polars", pl.__version__)
frame = pl.DataFrame({"a": [200, 100], "b": [100, 200]}, schema={"a": pl.UInt8, "b": pl.UInt8})
a, b = pl.col("a"), pl.col("b")
found = {}
for name, expression in {
    "sum_horizontal": pl.sum_horizontal(a, b), "mean_horizontal": pl.mean_horizontal(a, b), "dot": a.dot(b),
    "sum": a.sum(), "mean": a.mean(), "cum_sum": a.cum_sum(), "rolling_sum": a.rolling_sum(2), "product": a.product(),
    "list.sum": pl.concat_list(a, b).list.sum(), "list.mean": pl.concat_list(a, b).list.mean(),
    "arr.sum": pl.concat_arr(a, b).arr.sum(), "sum in group_by": None,
}.items():
    if expression is None:
        series = frame.group_by(pl.lit(1)).agg(a.sum())["a"]
    else:
        series = frame.select(expression).to_series()
    found[name] = series.to_list()
    print(f"{name}: {found[name]} ({series.dtype})")
sys.exit(found != {
    "sum_horizontal": [44, 44], "mean_horizontal": [22, 22], "dot": [64],
    "sum": [300], "mean": [150], "cum_sum": [200, 300], "rolling_sum": [None, 300], "product": [20000],
    "list.sum": [300, 300], "list.mean": [150, 150], "arr.sum": [300, 300], "sum in group_by": [300],
})
PY
