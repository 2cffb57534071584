#!/usr/bin/env bash
# What: papermill gives a notebook the text "(1, 2)" if a parameter is the tuple (1, 2), also within lists and dicts, and
#       the keys 1 and 2 of a dict as the texts "1" and "2". The notebook then loops over brackets and commas, without a
#       message. Lists are right.
# Versions: papermill 2.7.0, ipykernel 7.2.0, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who runs a notebook for each result of zip, itertools or a database's cursor, whose rows are tuples.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check papermill==2.7.0 ipykernel==7.2.0; } || exit 2
cd "$folder"
export PATH="$folder/env/bin:$PATH" JUPYTER_DATA_DIR="$folder/data" IPYTHONDIR="$folder/ipython"
env/bin/python -W ignore - <<'PY'
import ast
import sys
from importlib.metadata import version

import nbformat.v4 as v4
import papermill
from nbformat import write

for name in ("papermill", "ipykernel"):
    print(name, version(name))
cells = [v4.new_code_cell("given = None", metadata={"tags": ["parameters"]}), v4.new_code_cell("print(repr(given))")]
kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
write(v4.new_notebook(cells=cells, metadata=kernel), "notebook.ipynb")
found = []
for given in ([1, 2], (1, 2), [(1, 2), (3, 4)], {1: "x", 2: "o"}):
    parameters = {"given": given}
    done = papermill.execute_notebook("notebook.ipynb", "done.ipynb", parameters, progress_bar=False)
    outputs = [output.text for output in done.cells[-1].outputs if output.output_type == "stream"]
    found.append(ast.literal_eval("".join(outputs)))
    print(f"given {given!r}: the notebook has {found[-1]!r}")
sys.exit(found != [[1, 2], "(1, 2)", ["(1, 2)", "(3, 4)"], {"1": "x", "2": "o"}])
PY
