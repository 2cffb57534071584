#!/usr/bin/env bash
# What: fastparquet cuts the zero bytes at the end of values with a fixed number of bytes, as pyarrow writes them for
#       pa.binary(4): 01000000 becomes 01, and all zeros nothing. No warning is given. pandas reads the same file rightly by
#       pyarrow. Values of any length, pa.binary(), are right in both.
# Versions: fastparquet 2026.9.0, pandas 3.1.1, pyarrow 26.0.1, numpy 2.4.6, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who stores packed positions or hashes as bytes: those that end in zero are not found, and cannot be unpacked.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check fastparquet==2026.9.0 pandas==3.1.1 pyarrow==26.0.1 \
    numpy==2.4.6; } || exit 2
cd "$folder"
env/bin/python - <<'PY'
import sys
from importlib.metadata import version

import pandas as pd
import pyarrow as pa
from fastparquet import ParquetFile
from pyarrow import parquet

for name in ("fastparquet", "pandas", "pyarrow", "numpy"):
    print(name, version(name))
KEYS = [bytes([1, 2, 3, 4]), bytes([1, 0, 0, 0]), bytes([0, 0, 0, 1]), bytes(4)]
parquet.write_table(pa.table({"fixed": pa.array(KEYS, pa.binary(4)), "free": pa.array(KEYS, pa.binary())}), "keys.parquet")
found = {}
frames = {
    "pyarrow": pd.read_parquet("keys.parquet", engine="pyarrow"), "fastparquet": ParquetFile("keys.parquet").to_pandas(),
}
for engine, frame in frames.items():
    for column in ("fixed", "free"):
        found[engine, column] = [key.hex() for key in frame[column]]
        print(f"{engine}, {column}: {found[engine, column]}")
hexes = [key.hex() for key in KEYS]
cut = [key.rstrip(b"\0").hex() for key in KEYS]
sys.exit(not (found.pop(("fastparquet", "fixed")) == cut != hexes and all(keys == hexes for keys in found.values())))
PY
