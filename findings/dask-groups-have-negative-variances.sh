#!/usr/bin/env bash
# What: Dask's variance of a group of bytes is 0 by var(), and negative by agg("var"), where std is empty, because squares
#       are taken in the type of the column; cumsum() of a group wraps at 256. Nodes of millions in int32 are wrong, too.
#       The variance of the whole column, sums and means of groups, and pandas, are right.
# Versions: dask 2026.8.0, pandas 3.1.1, numpy 2.4.6, pyarrow 26.0.1, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who groups results by level or opening, with plies or points in a byte, or counts of nodes in int32.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check 'dask[dataframe]==2026.8.0' pandas==3.1.1 \
    numpy==2.4.6 pyarrow==26.0.1; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

import dask.dataframe as dd
import pandas as pd

for name in ("dask", "pandas", "numpy", "pyarrow"):
    print(name, version(name))


def measured(frame):
    groups = frame.groupby("level")["number"]
    results = {
        "sum": groups.sum(), "mean": groups.mean(), "var": groups.var(),
        'agg("var")': groups.agg(["var"]), 'agg("std")': groups.agg(["std"]), "cumsum": groups.cumsum(),
    }
    if isinstance(frame, dd.DataFrame):
        results = {name: result.compute() for name, result in results.items()}
        whole = frame["number"].var().compute()
    else:
        whole = frame["number"].var()
    lists = {name: result.sort_index().to_numpy().round(1).ravel().tolist() for name, result in results.items()}
    return {**lists, "var of all": [round(float(whole), 1)]}


wrong, variances = [], []
for dtype, numbers in (("uint8", [200, 100, 50, 250, 3, 1]), ("int32", [2000000, 1000000, 500000, 2500000, 30, 10])):
    frame = pd.DataFrame({"level": ["easy", "hard"] * 3, "number": pd.Series(numbers, dtype=dtype)})
    right, found = measured(frame), measured(dd.from_pandas(frame, npartitions=3))
    for name, values in found.items():
        print(f"{dtype}, {name}: dask {values}, pandas {right[name]}")
    wrong.append([name for name in found if found[name] != right[name]])
    variances.append((found["var"], found['agg("var")']))
(zero, negative), _ = variances
sys.exit(not (wrong == [["var", 'agg("var")', 'agg("std")', "cumsum"], ["var", 'agg("var")', 'agg("std")']]
              and zero == [0, 0] and max(negative) < 0))
PY
