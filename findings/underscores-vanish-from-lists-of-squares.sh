#!/usr/bin/env bash
# What: frictionless calls a file valid whose texts such as 12_25_59 it reads as integers, here 122559: the cause is
#       Python's int(), which reads underscores. papermill -p, numpy.genfromtxt, and pandas.read_json, although it is a
#       string in the file, read the same integer. pandas.read_csv, polars, pyarrow and DuckDB read the same texts as
#       texts, and numpy.loadtxt refuses.
# Versions: frictionless 5.21.0, papermill 2.7.0, numpy 2.4.6, pandas 3.1.1, polars 2.1.0, pyarrow 26.0.1, duckdb 2.0.1,
#       Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who has moves, versions or dates joined by underscores, as in web addresses and names of files.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check frictionless==5.21.0 papermill==2.7.0 \
    numpy==2.4.6 pandas==3.1.1 polars==2.1.0 pyarrow==26.0.1 duckdb==2.0.1 ipykernel==7.2.0; } || exit 2
cd "$folder"
export PATH="$folder/env/bin:$PATH" JUPYTER_DATA_DIR="$folder/data" IPYTHONDIR="$folder/ipython"
env/bin/python -W ignore - <<'PY'
import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import duckdb
import frictionless
import nbformat.v4 as v4
import numpy as np
import pandas as pd
import polars as pl
import pyarrow.csv
from nbformat import read, write

for name in ("frictionless", "papermill", "numpy", "pandas", "polars", "pyarrow", "duckdb"):
    print(name, version(name))
MOVES = ["12_25_59", "12_12_1"]
Path("games.csv").write_text("\n".join(["moves", *MOVES]) + "\n")
Path("games.jsonl").write_text("".join(json.dumps({"moves": text}) + "\n" for text in MOVES))
cells = [v4.new_code_cell("moves = None", metadata={"tags": ["parameters"]}), v4.new_code_cell("print(repr(moves))")]
kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
write(v4.new_notebook(cells=cells, metadata=kernel), "notebook.ipynb")
subprocess.run(["papermill", "-p", "moves", MOVES[0], "notebook.ipynb", "done.ipynb"], check=True, capture_output=True)
valid = frictionless.validate("games.csv").valid
numbers = {
    "frictionless": [row["moves"] for row in frictionless.extract("games.csv")["games"]],
    "numpy.genfromtxt": np.genfromtxt("games.csv", skip_header=1, dtype=None, encoding="utf8").tolist(),
    "pandas.read_json": pd.read_json("games.jsonl", lines=True)["moves"].tolist(),
    "papermill": [json.loads(read("done.ipynb", 4).cells[-1].outputs[0].text), 12121],
}
texts = {
    "pandas.read_csv": pd.read_csv("games.csv")["moves"].tolist(),
    "polars, CSV": pl.read_csv("games.csv")["moves"].to_list(),
    "polars, JSON": pl.read_ndjson("games.jsonl")["moves"].to_list(),
    "pyarrow": pyarrow.csv.read_csv("games.csv")["moves"].to_pylist(),
    "DuckDB, CSV": [row[0] for row in duckdb.sql("from 'games.csv'").fetchall()],
    "DuckDB, JSON": [row[0] for row in duckdb.sql("from 'games.jsonl'").fetchall()],
}
for name, values in {**numbers, **texts}.items():
    print(f"{name}: {values[:1] if name == 'papermill' else values}")
try:
    refused = np.loadtxt("games.csv", skiprows=1) is None
except ValueError as error:
    refused = True
    print("numpy.loadtxt:", error)
sys.exit(not (valid and refused and set(map(tuple, numbers.values())) == {(122559, 12121)}
              and all(values == MOVES for values in texts.values())))
PY
