#!/usr/bin/env bash
# What: scipy.stats.ttest_rel subtracts uint8 arrays as they are, so that -1 is 255: it finds the shorter games to be
#       longer, with a small p-value. wilcoxon, ttest_ind, mannwhitneyu and pearsonr convert them. In pingouin the paired
#       t test is wrong, too, and so are both effect sizes of its Wilcoxon test, whose p-value is right.
# Versions: scipy 1.17.1, pingouin 0.7.0, numpy 2.4.6, pandas 3.1.1, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who compares columns of small numbers (plies, points, counts) that Parquet or NumPy stores in a byte.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check scipy==1.17.1 pingouin==0.7.0 numpy==2.4.6 \
    pandas==3.1.1; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

import numpy as np
import pingouin
from scipy import stats

for name in ("scipy", "pingouin", "numpy", "pandas"):
    print(name, version(name))
SHORT, LONG = [1, 2, 3, 4, 9, 7, 3, 5, 8, 6], [2, 3, 3, 5, 8, 9, 4, 7, 8, 9]
found = {}
for dtype in ("int64", "uint8"):
    pair = np.array(SHORT, dtype), np.array(LONG, dtype)
    paired = pingouin.ttest(*pair, paired=True).iloc[0]
    signed = pingouin.wilcoxon(*pair).iloc[0]
    found[dtype] = {
        "ttest_rel": round(stats.ttest_rel(*pair).statistic, 2),
        "pingouin.ttest": round(paired["T"], 2),
        "pingouin.wilcoxon, RBC": round(signed["RBC"], 2),
        "pingouin.wilcoxon, CLES": round(signed["CLES"], 2),
        "p of ttest_rel": round(stats.ttest_rel(*pair).pvalue, 4),
        "p of pingouin.wilcoxon": round(signed["p_val"], 4),
        "wilcoxon": stats.wilcoxon(*pair).pvalue,
        "ttest_ind": stats.ttest_ind(*pair).statistic,
        "mannwhitneyu": stats.mannwhitneyu(*pair).pvalue,
        "pearsonr": stats.pearsonr(*pair).statistic,
    }
whole, small = found["int64"], found["uint8"]
for name, value in whole.items():
    print(f"{name}: int64 {float(value):.4g}, uint8 {float(small[name]):.4g}")
different = {name for name in whole if whole[name] != small[name]}
sys.exit(not (
    different == {"ttest_rel", "pingouin.ttest", "pingouin.wilcoxon, RBC", "pingouin.wilcoxon, CLES", "p of ttest_rel"}
    and whole["ttest_rel"] < -2 and small["ttest_rel"] > 4 and whole["pingouin.wilcoxon, RBC"] < 0
    and small["pingouin.wilcoxon, RBC"] == 1))
PY
