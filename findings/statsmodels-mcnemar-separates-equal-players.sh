#!/usr/bin/env bash
# What: McNemar's test of statsmodels for large samples (exact=False, corrected for continuity, as is the default then)
#       gives a p-value of 0, the strongest difference, for two players that never differ, with only a warning of NumPy's:
#       the correction makes 1/0 of 0/0. One pair that differs gives 1. The exact test, the default of the function,
#       says 1, and Cochran's Q of the same data NaN.
# Versions: statsmodels 0.15.0, scipy 1.17.1, numpy 2.4.6, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who compares levels or models on the same puzzles, automatically: those which solve the same ones are declared
#      different.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check statsmodels==0.15.0 scipy==1.17.1 \
    numpy==2.4.6; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import math
import sys
from importlib.metadata import version

import numpy as np
from statsmodels.stats.contingency_tables import cochrans_q, mcnemar

for name in ("statsmodels", "scipy", "numpy"):
    print(name, version(name))
seen = {}
for better, worse in ((0, 0), (0, 1), (5, 5), (20, 5)):
    table = [[200, better], [worse, 100]]  # puzzles that both, one, the other, and neither solves
    approximate, exact = mcnemar(table, exact=False), mcnemar(table, exact=True)
    seen[better, worse] = round(approximate.pvalue, 3), round(exact.pvalue, 3)
    print(f"{better} to {worse}: statistic {approximate.statistic:.3f}, p-value, p-value of the exact test:", *seen[better, worse])
solved = np.array([[1, 1]] * 200 + [[0, 0]] * 100)
q = cochrans_q(solved).pvalue
print("Cochran's Q of 0 to 0:", q)
expected = {(0, 0): (0, 1), (0, 1): (1, 1), (5, 5): (0.752, 1), (20, 5): (0.005, 0.004)}
sys.exit((seen, math.isnan(q)) != (expected, True))
PY
