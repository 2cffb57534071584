#!/usr/bin/env bash
# What: max_error and median_absolute_error of values in bytes wrap in scikit-learn: the error of 1 and 2 is 255, and that of
#       -100 and 100 in int8 is 56, without a message. mean_absolute_error, mean_squared_error and r2_score of the same arrays
#       are right.
# Versions: scikit-learn 1.9.1, numpy 2.4.6, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who compares predicted with true numbers of moves or values of positions, which are stored in bytes.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check scikit-learn==1.9.1 numpy==2.4.6; } || exit 2
"$folder/env/bin/python" -W error - <<'PY'
import sys
from importlib.metadata import version

import numpy as np
from sklearn import metrics

print("scikit-learn", version("scikit-learn"))
FUNCTIONS = ["max_error", "median_absolute_error", "mean_absolute_error", "mean_squared_error", "r2_score"]
ARRAYS = {"uint8": ([1, 5, 200], [2, 3, 10]), "int8": ([-100, 0, 7], [100, 1, 9])}
seen = {}
for kind, (true, predicted) in ARRAYS.items():
    for name in FUNCTIONS:
        measure = getattr(metrics, name)
        exact = measure(np.array(true, float), np.array(predicted, float))
        bytes_ = measure(np.array(true, kind), np.array(predicted, kind))
        print(f"{name} of {true} and {predicted}: {exact:.4g} as float64, {bytes_:.4g} as {kind}")
        seen[kind, name] = float(bytes_), np.isclose(exact, bytes_)
held = [seen[kind, "max_error"][0] for kind in ARRAYS] == [255, 56]
held &= [seen[kind, "median_absolute_error"][0] for kind in ARRAYS] == [66, 2]
held &= all(seen[kind, name][1] for kind in ARRAYS for name in FUNCTIONS[2:])
sys.exit(not held)
PY
