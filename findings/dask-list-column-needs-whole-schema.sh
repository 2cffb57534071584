#!/usr/bin/env bash
# What: a Parquet file with a column of lists, read by Dask, cannot be written back: the default
#       schema="infer" raises ArrowInvalid about an "<object object>" that is in no file, and so
#       does a dict with that column's type; a complete pyarrow schema is accepted.
# Versions: dask 2026.8.0, pyarrow 26.0.1, pandas 3.1.1, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: researchers who filter data sets of positions with vectors in columns on a cluster.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check \
    'dask[dataframe]==2026.8.0' pandas==3.1.1 pyarrow==26.0.1; } || exit 2
cd "$folder"
env/bin/python - <<'PY'
import sys

import dask
import dask.dataframe as dd
import pyarrow as pa
import pyarrow.parquet as pq

print("dask", dask.__version__, "pyarrow", pa.__version__)
values = pa.list_(pa.float32())
pq.write_table(pa.table({"values": pa.array([[0.5, 1], [-1, 0]], values)}), "positions.parquet")
frame = dd.read_parquet("positions.parquet")
schemas = {
    'schema="infer"': "infer",
    "schema={'values': list of float32}": {"values": values},
    "the schema of the file": pq.read_schema("positions.parquet"),
}
written = []
for name, schema in schemas.items():
    try:
        frame.to_parquet("copy", schema=schema)
    except pa.ArrowInvalid as error:
        print(f"{name}: {error}")
    else:
        print(f"{name}: written")
        written.append(name)
sys.exit(written != ["the schema of the file"])
PY
