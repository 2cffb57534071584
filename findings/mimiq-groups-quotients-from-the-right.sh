#!/usr/bin/env bash
# What: In a parameter of OpenQASM 2, operators of equal rank are applied from the left: "pi/2/2" is a quarter of pi and
#       "3-1-1" is 1. MIMIQ's reader groups some of them from the right, without a message: "pi/2/2" is pi, "pi/2*3" is
#       pi/6 and "3-1-1" is 3. So "rx(pi/2/2)" always makes a 1 of a 0, and should do so about once in seven
#       measurements. "3*pi/4" and "(pi/2)/2" are read as they are meant, and pytket reads all of them so.
# Versions: mimiqcircuits 0.30.1, pytket 2.18.5, Python 3.11, Linux x86-64.
# Date: 2026-11-30.
# Who: who writes the angle of a mark's rotation as a fraction of pi and sends the circuit to MIMIQ's simulator.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check mimiqcircuits==0.30.1 pytket==2.18.5; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import importlib.metadata
import sys
from math import pi

from mimiqcircuits.qasm import loads
from pytket.qasm import circuit_from_qasm_str

print(*(f"{name} {importlib.metadata.version(name)}" for name in ("mimiqcircuits", "pytket")))
is_as_described = True
for angle, meant, read in (
    ("pi/2/2", pi / 4, pi),
    ("pi/2*3", 3 * pi / 2, pi / 6),
    ("3-1-1", 1, 3),
    ("3*pi/4", 3 * pi / 4, 3 * pi / 4),
    ("(pi/2)/2", pi / 4, pi / 4),
):
    program = f'OPENQASM 2.0;\ninclude "qelib1.inc";\nqreg q[1];\nrx({angle}) q[0];\n'
    own = float(loads(program).instructions[0].operation.getparams()[0])
    other = float(circuit_from_qasm_str(program).get_commands()[0].op.params[0]) * pi
    print(f"rx({angle}): {own:.4f} in mimiqcircuits, {other:.4f} in pytket")
    is_as_described &= abs(own - read) < 1e-9 and abs(other - meant) < 1e-9
sys.exit(not is_as_described)
PY
