#!/usr/bin/env bash
# What: Check.str_matches("x|o|draw") of pandera passes "no" and "a draw" in a Polars frame, and refuses them in a
#       pandas frame: for Polars it puts `^` before the pattern, which is then for the first alternative only, so that
#       the others may be anywhere in the text; of "x$|o$", meant for whole texts, "no" passes, too. With parentheses,
#       "(x|o|draw)", both agree. Its documentation says that texts must start with a match.
# Versions: pandera 0.35.0, polars 2.1.0, pandas 3.1.1, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who checks players, results or moves in a data set by a pattern of alternatives, or changes from pandas to
#      Polars.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check "pandera[pandas,polars]==0.35.0" polars==2.1.0 \
    pandas==3.1.1; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

import pandas as pd
import pandera.pandas
import pandera.polars
import polars as pl

for name in ("pandera", "polars", "pandas"):
    print(name, version(name))


def passes(module, frame, pattern, value):
    schema = module.DataFrameSchema({"winner": module.Column(str, module.Check.str_matches(pattern))})
    try:
        schema.validate(frame({"winner": [value]}))
    except (module.errors.SchemaError, module.errors.SchemaErrors):
        return False
    return True


seen = {}
for pattern in ("x|o|draw", "(x|o|draw)", "x$|o$"):
    for value in ("o", "no", "a draw"):
        in_polars = passes(pandera.polars, pl.DataFrame, pattern, value)
        in_pandas = passes(pandera.pandas, pd.DataFrame, pattern, value)
        seen[pattern, value] = in_polars, in_pandas
        print(f"{value!r} for {pattern}: passes in Polars {in_polars}, in pandas {in_pandas}")
differ = [pair for pair, (in_polars, in_pandas) in seen.items() if in_polars != in_pandas]
sys.exit(differ != [("x|o|draw", "no"), ("x|o|draw", "a draw"), ("x$|o$", "no")] or not seen["x$|o$", "no"][0])
PY
