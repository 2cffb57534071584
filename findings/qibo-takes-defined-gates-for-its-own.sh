#!/usr/bin/env bash
# What: If an OpenQASM program defines a gate and Qibo has another gate of that name, in capitals, Qibo applies its own
#       and ignores the definition, without a message: a gate "m" becomes a measurement and is left out, "syc" is
#       Sycamore's gate. Neither name is in qelib1.inc. The same definition by the name "mark" is right.
# Versions: qibo 0.3.6, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who gives a circuit with a gate for each quantum mark ("m") to several programs by way of OpenQASM.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check qibo==0.3.6; } || exit 2
cd "$folder"
env/bin/python - <<'PY'
import importlib.metadata
import sys

import qibo

qibo.set_backend("numpy")
print("qibo", importlib.metadata.version("qibo"))
PROGRAM = """OPENQASM 2.0;
include "qelib1.inc";
qreg q[2];
gate {name} a,b {{ h a; cx a,b; x b; }}
{name} q[0],q[1];
"""
print(PROGRAM.format(name="NAME"))
found = {}
for name in ("mark", "syc", "m"):
    circuit = qibo.Circuit.from_qasm(PROGRAM.format(name=name))
    found[name] = (abs(circuit().state()) ** 2).round(3).tolist()
    print(f"NAME = {name}: {circuit.ngates} gates, probabilities of 00, 01, 10 and 11: {found[name]}")
sys.exit(found != {"mark": [0, 0.5, 0.5, 0], "syc": [1, 0, 0, 0], "m": [1, 0, 0, 0]})
PY
