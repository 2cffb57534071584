#!/usr/bin/env bash
# What: OpenSquirrel brings the angle of a rotation into (-pi, pi] before it looks at the control, so
#       "ctrl.Rx(3*pi/2)" becomes ctrl.Rx(-pi/2). The two rotations differ by the sign of the whole,
#       which a control turns into a Z of its own qubit. QX runs the program and what OpenSquirrel
#       compiles it to with different results, of the same cQASM 3.
# Versions: opensquirrel 0.9.1, which does not declare typing-extensions; qxelarator 0.11.0,
#       Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: users of Quantum Inspire, whose programs pass both, and who control rotations beyond half a turn.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check opensquirrel==0.9.1 \
    qxelarator==0.11.0 typing-extensions==4.16.0; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

import qxelarator
from opensquirrel import Circuit
from opensquirrel.passes.decomposer import CNOTDecomposer

for name in ("opensquirrel", "qxelarator"):
    print(name, version(name))
HEAD = "version 3.0\nqubit[2] q\nbit[2] b\n"
found = []
for gates in (
    "ctrl.Rx(pi/2) q[0], q[1]\nctrl.Rx(pi/2) q[0], q[1]\nctrl.X q[0], q[1]",
    "ctrl.Rx(3*pi/2) q[0], q[1]\nctrl.Rx(pi/2) q[0], q[1]",
    "ctrl.Rz(2*pi) q[0], q[1]",
):
    program = f"{HEAD}H q[0]\n{gates}\nS q[0]\nS q[0]\nH q[0]\nb = measure q\n"
    circuit = Circuit.from_string(program)
    circuit.decompose(CNOTDecomposer())
    given, compiled = (
        qxelarator.execute_string(text, iterations=1000, seed=1).results
        for text in (program, str(circuit))
    )
    print("; ".join(gates.split("\n")), "in QX:", given, "compiled:", compiled)
    found.append(set(given) == set(compiled))
sys.exit(found != [True, False, False])
PY
