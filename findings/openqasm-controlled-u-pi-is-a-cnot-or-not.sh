#!/usr/bin/env bash
# What: "ctrl @ U(pi, 0, pi)" is a CNOT in Qiskit and Braket, but not in Microsoft's QDK: there, as in
#       the specification of OpenQASM 3, U has a global phase that depends on its first angle, and the
#       control turns it into a phase of its own qubit. A Bell state so prepared shows 00 and 11 only
#       in the bases X in the first two, and all four outcomes alike in QDK. The computational basis
#       does not show it.
# Versions: qiskit 2.6.2, qiskit-aer 0.18.2, qiskit-qasm3-import 0.6.0, amazon-braket-sdk 1.127.5, qdk 1.33.1,
#       Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who defines gates by U, as every exporter does that includes no file.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check qiskit==2.6.2 qiskit-aer==0.18.2 \
    qiskit-qasm3-import==0.6.0 amazon-braket-sdk==1.127.5 qdk==1.33.1; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import logging
import sys
from collections import Counter
from importlib.metadata import version

from braket.devices import LocalSimulator
from braket.ir.openqasm import Program
from qdk.openqasm import run
from qiskit import qasm3, transpile
from qiskit_aer import AerSimulator

logging.disable(logging.WARNING)
for name in ("qiskit", "qiskit-aer", "qiskit-qasm3-import", "amazon-braket-sdk", "qdk"):
    print(name, version(name))
BELL = """OPENQASM 3.0;
gate hadamard a { U(1.5707963267948966, 0, 3.141592653589793) a; }
qubit[2] q;
bit[2] b;
hadamard q[0];
ctrl @ U(3.141592653589793, 0, 3.141592653589793) q[0], q[1];
hadamard q[0];
hadamard q[1];
b[0] = measure q[0];
b[1] = measure q[1];
"""
aer = AerSimulator()
circuit = transpile(qasm3.loads(BELL), aer)
counts = {
    "Qiskit": dict(aer.run(circuit, shots=1000).result().get_counts()),
    "Braket": dict(LocalSimulator().run(Program(source=BELL), shots=1000).result().measurement_counts),
    "QDK": dict(Counter(map(str, run(BELL, shots=1000)))),
}
for name, found in counts.items():
    print(name, found)
sys.exit([len(found) for found in counts.values()] != [2, 2, 4])
PY
