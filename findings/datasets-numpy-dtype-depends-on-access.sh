#!/usr/bin/env bash
# What: with_format("numpy") of Hugging Face datasets keeps uint8 for a number of one row, but makes
#       int64 of a uint8 vector, of a row or of all; a column with a missing value is float32 as a
#       whole, float64 in the row where it is missing, and uint8 in the others.
# Versions: datasets 5.2.0, pyarrow 26.0.1, numpy 2.4.6, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: researchers who hand columns of a data set to compiled code that checks types of arrays.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check \
    datasets==5.2.0 numpy==2.4.6 pyarrow==26.0.1; } || exit 2
cd "$folder"
export HF_HUB_OFFLINE=1 HF_HOME=$folder HF_DATASETS_DISABLE_PROGRESS_BARS=1
env/bin/python - <<'PY'
import sys

import datasets
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

print("datasets", datasets.__version__, "pyarrow", pa.__version__, "numpy", np.__version__)
squares = pa.FixedSizeListArray.from_arrays(pa.array([1, 2, 5, 9], pa.uint8()), 2)
table = pa.table({"squares": squares, "plies": pa.array([3, None], pa.uint8())})
pq.write_table(table, "positions.parquet")
data = datasets.load_dataset(
    "parquet", data_files="positions.parquet", split="train", cache_dir="cache"
).with_format("numpy")
seen = {
    "squares, a row": data[0]["squares"].dtype,
    "squares, all rows": data[:]["squares"].dtype,
    "plies, a row": data[0]["plies"].dtype,
    "plies, a row without a value": data[1]["plies"].dtype,
    "plies, all rows": data[:]["plies"].dtype,
}
print("columns of the file:", table.schema.field(0).type, "and", table.schema.field(1).type)
for name, dtype in seen.items():
    print(f"{name}: {dtype}")
sys.exit([str(dtype) for dtype in seen.values()] != ["int64", "int64", "uint8", "float64", "float32"])
PY
