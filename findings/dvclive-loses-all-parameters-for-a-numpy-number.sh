#!/usr/bin/env bash
# What: After one number of NumPy as a parameter, which DVCLive refuses with an error, params.yaml is empty: earlier parameters
#       are lost, and every later one is refused, with the same words about the first. Numbers of NumPy as metrics are taken.
# Versions: dvclive 3.49.1, ruamel.yaml 0.19.1, numpy 2.4.6, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who logs the size of a data set, or a setting drawn by NumPy, of an experiment, and goes on after the error.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check dvclive==3.49.1 ruamel.yaml==0.19.1 numpy==2.4.6; } || exit 2
cd "$folder"
env/bin/python - <<'PY'
import sys
from importlib.metadata import version
from pathlib import Path

import numpy as np
from dvclive import Live

for name in ("dvclive", "ruamel.yaml", "numpy"):
    print(name, version(name))
file, found = Path("run/params.yaml"), []
with Live("run", save_dvc_exp=False, report=None) as live:
    for name, value in (("level", 3), ("games", np.int64(100)), ("size", 9)):
        try:
            live.log_param(name, value)
        except Exception as error:
            found.append((name, str(error), file.read_text()))
        else:
            found.append((name, "taken", file.read_text()))
        print(f"{name} = {value!r}: {found[-1][1]}; the file is {found[-1][2]!r}")
    live.log_metric("games", np.int64(100))
metrics = Path("run/metrics.json").read_text()
print("metrics:", metrics.split())
refused = "cannot represent an object: np.int64(100)"
wanted = [("level", "taken", "level: 3\n"), ("games", refused, ""), ("size", refused, "")]
sys.exit(not (found == wanted and file.read_text() == "" and '"games": 100' in metrics))
PY
