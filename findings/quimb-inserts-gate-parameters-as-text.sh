#!/usr/bin/env bash
# What: quimb inserts the arguments of a gate into its body as text, without brackets: a gate with
#       rx(-a) and the argument pi/4+pi/4 turns by -pi/4+pi/4, which is 0, and one with rx(a/2) and
#       pi+pi by pi+pi/2. Qiskit has -pi/2 and pi.
# Versions: quimb 1.15.0, qiskit 2.6.2, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: users of programs that call gates of their own with sums of angles.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check quimb==1.15.0 qiskit==2.6.2; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version
from math import pi

from qiskit import qasm2
from quimb.tensor import Circuit

for name in ("quimb", "qiskit"):
    print(name, version(name))
found = []
for body, argument in (("-a", "pi/4+pi/4"), ("a/2", "pi+pi"), ("a/2", "2*pi")):
    program = f"""\
OPENQASM 2.0;
include "qelib1.inc";
gate turn(a) q {{ rx({body}) q; }}
qreg q[1];
turn({argument}) q[0];
"""
    (instruction,) = qasm2.loads(program).decompose()
    angles = [float(Circuit.from_openqasm2_str(program).gates[0].params[0]), float(instruction.params[0])]
    found.append([round(angle / pi, 6) for angle in angles])
    print(f"rx({body}) with a = {argument}: quimb {found[-1][0]} pi, Qiskit {found[-1][1]} pi")
sys.exit(found != [[0.0, -0.5], [1.5, 1.0], [1.0, 1.0]])
PY
