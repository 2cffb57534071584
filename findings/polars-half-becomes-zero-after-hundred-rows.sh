#!/usr/bin/env bash
# What: If the first hundred rows have whole numbers, polars makes 0 of a later 0.5, without a message, when it
#       takes rows as dicts or reads JSON; strict is on. So do replace() and an assignment to an item.
#       A Series of the same numbers, JSON lines and CSV are refused with an error.
# Versions: polars 2.1.0, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: users who load values or rewards, of which the halves are rarer than whole points.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check polars==2.1.0; } || exit 2
cd "$folder"
env/bin/python -W always - <<'PY'
import json
import sys
import warnings
from importlib.metadata import version
from io import BytesIO

import polars as pl

print("polars", version("polars"))
numbers = [0] * 100 + [0.5]
rows = [{"value": number} for number in numbers]


def assigned():
    series = pl.Series([0, 1])
    series[1] = 0.5
    return series


ways = {
    "DataFrame(rows)": lambda: pl.DataFrame(rows)["value"],
    "DataFrame(rows, strict=True)": lambda: pl.DataFrame(rows, strict=True)["value"],
    "DataFrame(rows, infer_schema_length=None)": lambda: pl.DataFrame(rows, infer_schema_length=None)["value"],
    "read_json": lambda: pl.read_json(BytesIO(json.dumps(rows).encode()))["value"],
    "replace": lambda: pl.Series([0, 1]).replace({1: 0.5}),
    "item assignment": assigned,
    "Series(numbers)": lambda: pl.Series(numbers),
    "read_ndjson": lambda: pl.read_ndjson("\n".join(map(json.dumps, rows)).encode())["value"],
    "read_csv": lambda: pl.read_csv("\n".join(["value", *map(str, numbers)]).encode())["value"],
}
found = {}
with warnings.catch_warnings(record=True) as messages:
    for name, way in ways.items():
        try:
            found[name] = way()[-1]
        except (TypeError, pl.exceptions.PolarsError) as error:
            found[name] = type(error).__name__
        print(f"{name}: {found[name]}")
print("warnings:", len(messages))
sys.exit(not (list(found.values())[:6] == [0, 0, 0.5, 0, 0, 0] and all(isinstance(found[name], str) for name in list(found)[6:])))
PY
