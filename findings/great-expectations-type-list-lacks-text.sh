#!/usr/bin/env bash
# What: A name of a type that Great Expectations accepts alone it refuses in a list: "str" is the type of a text column of
#       pandas 3, but not in the list ["str"], nor is any other name that is tried here; "uint8" is that of a nullable
#       column, but a list needs "UInt8Dtype". The observed values are "str" and "uint8" both times. Columns of NumPy's
#       types have one name.
# Versions: great-expectations 1.24.1, pandas 3.1.1, numpy 2.4.6, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who checks the types of a table whose texts became columns of "str" with pandas 3, or with empty values.

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
import pandas as pd

for name in ("great-expectations", "pandas", "numpy"):
    print(name, version(name))
context = gx.get_context(mode="ephemeral")
context.variables.progress_bars = {"globally": False}
source = context.data_sources.add_pandas("memory")
NAMES = ["str", "object", "object_", "string", "StringDtype", "int64", "uint8", "UInt8", "UInt8Dtype"]
found = {}
for column in (pd.Series(["12", "-"]), pd.Series([1, None], dtype="UInt8"), pd.Series([1, 2], dtype="uint8")):
    kind = str(column.dtype)
    asset = source.add_dataframe_asset(kind).add_batch_definition_whole_dataframe("all")
    batch = asset.get_batch({"dataframe": column.to_frame("column")})
    alone, listed = [], []
    for name in NAMES:
        one = batch.validate(gx.expectations.ExpectColumnValuesToBeOfType(column="column", type_=name))
        several = batch.validate(gx.expectations.ExpectColumnValuesToBeInTypeList(column="column", type_list=[name]))
        alone += [name] * one.success
        listed += [name] * several.success
    found[kind] = alone, listed
    print(f"{kind}: accepted alone {alone}, in a list {listed}, observed {several.result['observed_value']}")
sys.exit(found != {"str": (["str"], []), "UInt8": (["uint8"], ["UInt8Dtype"]), "uint8": (["uint8"], ["uint8"])})
PY
