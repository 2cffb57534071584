#!/usr/bin/env bash
# What: MQT Core reads "ctrl @ gphase(pi) q[0]", which is a Z gate, and drops it: H, this, H leaves a
#       qubit in 0, while Qiskit and the specification have 1. It also drops the gphase of a defined
#       gate that gets a control.
# Versions: mqt-core 3.11.0, mqt-ddsim 2.7.0, qiskit 2.6.2, qiskit-aer 0.18.2, qiskit-qasm3-import 0.6.0,
#       Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: users of OpenQASM 3 whose gates are defined with gphase, as in its own standard gates.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check mqt-core==3.11.0 mqt-ddsim==2.7.0 \
    qiskit==2.6.2 qiskit-aer==0.18.2 qiskit-qasm3-import==0.6.0; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

from mqt import ddsim
from mqt.core import load
from qiskit import qasm3, transpile
from qiskit_aer import AerSimulator

for name in ("mqt-core", "mqt-ddsim", "qiskit", "qiskit-aer", "qiskit-qasm3-import"):
    print(name, version(name))
HEAD = 'OPENQASM 3.0;\ninclude "stdgates.inc";\n'
PROGRAMS = (
    "qubit[1] q; bit[1] b; h q[0]; z q[0]; h q[0]; b = measure q;",
    "qubit[1] q; bit[1] b; h q[0]; ctrl @ gphase(pi) q[0]; h q[0]; b = measure q;",
    "gate minus a { gphase(pi); } "
    "qubit[2] q; bit[2] b; h q[0]; ctrl @ minus q[0], q[1]; h q[0]; b = measure q;",
)
aer, found = AerSimulator(), []
for program in PROGRAMS:
    print(program)
    mqt = ddsim.CircuitSimulator(load(HEAD + program)).simulate(100)
    qiskit = aer.run(transpile(qasm3.loads(HEAD + program), aer), shots=100).result().get_counts()
    print("  MQT", dict(mqt), "Qiskit", dict(qiskit))
    found.append(dict(mqt) == dict(qiskit))
sys.exit(found != [True, False, False])
PY
