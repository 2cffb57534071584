#!/usr/bin/env bash
# What: Series.str.lower() of pandas writes the sigma at the end of a Greek word as str.lower() of Python does, if pyarrow is not
#       installed, and as one within a word if it is, so that a name in capitals no longer equals the same name in small
#       letters. Likewise str.upper() makes one letter of ß, or SS. The documentation calls both equivalent to Python's.
# Versions: pandas 3.1.1, pyarrow 26.0.1, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who joins players by names without regard to case: Greek names of men mostly end in sigma.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check pandas==3.1.1; } || exit 2
cd "$folder"
cat >names.py <<'PY'
import sys

import pandas as pd

NAMES = ["ΝΙΚΟΣ", "Νίκος", "Groß"]
names = pd.Series(NAMES)
lower, upper = names.str.lower().tolist(), names.str.upper().tolist()
print(f"dtype {names.dtype}, kept by {names.dtype.storage}: lower {lower}, upper {upper}")
is_same = lower == [name.lower() for name in NAMES], upper == [name.upper() for name in NAMES]
print("the same as by Python:", *is_same)
sys.exit((names.dtype.storage, *is_same) != (sys.argv[1], *[sys.argv[1] == "python"] * 2))
PY
env/bin/python -W ignore -c 'import pandas; print("pandas", pandas.__version__)'
env/bin/python -W ignore names.py python
env/bin/pip install --quiet --disable-pip-version-check pyarrow==26.0.1 || exit 2
env/bin/python -W ignore -c 'import pyarrow; print("pyarrow", pyarrow.__version__)'
env/bin/python -W ignore names.py pyarrow
