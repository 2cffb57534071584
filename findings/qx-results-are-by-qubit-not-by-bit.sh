#!/usr/bin/env bash
# What: QX reports the last measurement of each qubit at the place of the qubit, whichever bit the
#       program assigns it to: "X q[0]; b[1] = measure q[0]" gives 01 instead of 10, and "X q[0]; b[0]
#       = measure q[0]; reset q[0]; b[1] = measure q[0]" gives 00 instead of 01.
# Versions: qxelarator 0.11.0, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: users of cQASM 3 who measure a qubit twice, in the middle of a circuit, or into another bit.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check qxelarator==0.11.0; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

import qxelarator

print("qxelarator", version("qxelarator"))
found = []
for steps, bits in (
    ("X q[0]; b[0] = measure q[0]", "01"),
    ("X q[0]; b[1] = measure q[0]", "10"),
    ("X q[0]; b[0] = measure q[0]; b[1] = measure q[0]", "11"),
    ("X q[0]; b[0] = measure q[0]; reset q[0]; b[1] = measure q[0]", "01"),
):
    program = f"version 3.0; qubit[2] q; bit[2] b; {steps}".replace("; ", "\n") + "\n"
    results = qxelarator.execute_string(program, iterations=10, seed=1).results
    print(f"{steps}: b[1] b[0] are {bits}, QX has {results}")
    found.extend(results)
sys.exit(found != ["01", "01", "01", "00"])
PY
