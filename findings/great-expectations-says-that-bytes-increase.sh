#!/usr/bin/env bash
# What: Great Expectations says of 3, 1, 2 that they increase, if the column is unsigned, and of 3, 2, 1 that they do not
#       decrease: it takes differences, which wrap. Signed integers and floats are right.
# Versions: great-expectations 1.24.1, pandas 3.1.1, numpy 2.4.6, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who checks that plies, dates or keys are in order, in columns of uint8 or uint64.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check great-expectations==1.24.1 pandas==3.1.1 \
    numpy==2.4.6; } || exit 2
cd "$folder"
export GX_ANALYTICS_ENABLED=false
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

import great_expectations as gx
import numpy as np
import pandas as pd

for name in ("great-expectations", "pandas", "numpy"):
    print(name, version(name))
context = gx.get_context(mode="ephemeral")
context.variables.progress_bars = {"globally": False}
source = context.data_sources.add_pandas("memory")
found = {}
for dtype in ("int64", "float32", "uint8", "uint64", "UInt8"):
    for order, numbers in (("Increasing", [3, 1, 2]), ("Decreasing", [3, 2, 1])):
        frame = pd.DataFrame({"plies": pd.array(numbers, dtype=dtype)})
        batch = source.add_dataframe_asset(f"{dtype} {order}").add_batch_definition_whole_dataframe("all")
        expectation = getattr(gx.expectations, f"ExpectColumnValuesToBe{order}")(column="plies")
        found[dtype, order] = batch.get_batch({"dataframe": frame}).validate(expectation).success
        print(f"{dtype} {numbers} {order.lower()}: {found[dtype, order]}")
right = {key: key[1] == "Decreasing" for key in found}
wrong = {key for key in found if found[key] != right[key]}
sys.exit(wrong != {key for key in found if key[0].lower().startswith("u")})
PY
