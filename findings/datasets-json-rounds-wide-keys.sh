#!/usr/bin/env bash
# What: An integer from 2**63 is read by Hugging Face's datasets as a rounded float from JSON lines,
#       without a message, and exactly from CSV. pandas, polars and DuckDB read both exactly.
# Versions: datasets 5.2.0, pyarrow 26.0.1, pandas 3.1.1, polars 2.1.0, duckdb 2.0.1, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: users who publish positions with keys or bit boards of 64 bits as JSON lines.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check datasets==5.2.0 pyarrow==26.0.1 \
    pandas==3.1.1 polars==2.1.0 duckdb==2.0.1; } || exit 2
cd "$folder"
export HF_HOME="$folder/cache" HF_HUB_OFFLINE=1
env/bin/python -W ignore - <<'PY'
import json
import sys
from importlib.metadata import version
from pathlib import Path

import duckdb
import pandas as pd
import polars as pl
from datasets import disable_progress_bars, load_dataset

for name in ("datasets", "pyarrow", "pandas", "polars", "duckdb"):
    print(name, version(name))
disable_progress_bars()
KEY = 2**64 - 1
Path("keys.jsonl").write_text(json.dumps({"key": KEY}) + "\n")
Path("keys.csv").write_text(f"key\n{KEY}\n")
found = {
    "datasets": [load_dataset(kind, data_files=name, split="train")[0]["key"]
                 for kind, name in (("json", "keys.jsonl"), ("csv", "keys.csv"))],
    "pandas": [pd.read_json("keys.jsonl", lines=True)["key"][0].item(), pd.read_csv("keys.csv")["key"][0].item()],
    "polars": [pl.read_ndjson("keys.jsonl")["key"][0], pl.read_csv("keys.csv")["key"][0]],
    "duckdb": [duckdb.sql(f"select key from '{name}'").fetchall()[0][0] for name in ("keys.jsonl", "keys.csv")],
}
for name, keys in found.items():
    print(f"{name}: from JSON {keys[0]!r}, from CSV {keys[1]!r}")
rounded = found["datasets"][0]
sys.exit(not (isinstance(rounded, float) and list(found.values()) == [[float(KEY), KEY], *[[KEY, KEY]] * 3]))
PY
