#!/usr/bin/env bash
# What: Qibo's reader of OpenQASM drops the parentheses in parameters, without a message: "pi/(2+2)" is pi/2 + 2, and
#       "-(pi+1)/2" is -pi + 1/2. An eighth of a turn thus becomes more than a half turn. pytket reads what is written.
# Versions: qibo 0.3.6, pytket 2.18.5, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who writes by hand or by template the angle of a mark that is in several squares, or takes circuits from a book.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check qibo==0.3.6 pytket==2.18.5; } || exit 2
cd "$folder"
env/bin/python - <<'PY'
import importlib.metadata
import math
import sys

import qibo
from pytket.qasm import circuit_from_qasm_str

print(*(f"{name} {importlib.metadata.version(name)}" for name in ("qibo", "pytket")))
pi = math.pi
is_as_described = True
for written, right, dropped in [
    ("pi/(2+2)", pi / (2 + 2), pi / 2 + 2),
    ("-(pi+1)/2", -(pi + 1) / 2, -pi + 1 / 2),
    ("2*(pi-1)", 2 * (pi - 1), 2 * pi - 1),
    ("pi-(1-2)", pi - (1 - 2), pi - 1 - 2),
]:
    program = f'OPENQASM 2.0;\ninclude "qelib1.inc";\nqreg q[1];\nrx({written}) q[0];\n'
    own = qibo.Circuit.from_qasm(program).queue[0].parameters[0]
    half_turns = circuit_from_qasm_str(program).get_commands()[0].op.params[0]
    other = math.remainder(float(half_turns) * pi, 4 * pi)
    print(f"rx({written}): {own:.6f} in qibo, {other:.6f} in pytket")
    is_as_described &= math.isclose(own, dropped) and math.isclose(other, right)
sys.exit(not is_as_described)
PY
