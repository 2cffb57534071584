#!/usr/bin/env bash
# What: A column of the texts "True" and "False" passes a pandera schema with bool and coerce=True, and is true in every
#       row; halves pass one with int and are cut to whole numbers, in pandas and in polars. No error. Values that do
#       not fit, such as -1 for uint8, are refused, and so are halves for pandas' Int64, and the texts in polars.
# Versions: pandera 0.35.0, pandas 3.1.1, polars 2.1.0, numpy 2.4.6, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who checks with a schema what was exported as text, or values that may be halves.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check 'pandera[pandas,polars]==0.35.0' pandas==3.1.1 \
    polars==2.1.0 numpy==2.4.6; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

import pandas as pd
import pandera.pandas
import pandera.polars
import polars as pl

for name in ("pandera", "pandas", "polars", "numpy"):
    print(name, version(name))
found = []
for library, module, dtype, values in (
    (pd, pandera.pandas, bool, ["True", "False"]), (pl, pandera.polars, bool, ["True", "False"]),
    (pd, pandera.pandas, int, [0.5, -1.5]), (pl, pandera.polars, int, [0.5, -1.5]),
    (pd, pandera.pandas, "Int64", [0.5, -1.5]), (pd, pandera.pandas, "uint8", [-1, 1]),
    (pl, pandera.polars, pl.UInt8, [-1, 1]),
):
    schema = module.DataFrameSchema({"column": module.Column(dtype, coerce=True)})
    try:
        found.append(schema.validate(library.DataFrame({"column": values}))["column"].to_list())
    except (pandera.errors.SchemaError, pandera.errors.SchemaErrors):
        found.append("refused")
    print(f"{library.__name__}, {values} as {dtype}: {found[-1]}")
sys.exit(found != [[True, True], "refused", [0, -1], [0, -1], *["refused"] * 3])
PY
