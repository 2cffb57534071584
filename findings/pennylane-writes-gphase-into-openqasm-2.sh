#!/usr/bin/env bash
# What: qml.to_openqasm() of PennyLane writes OpenQASM 2 with "gphase(-0.785...) q[0];" for SX, although sx is in qelib1.inc, and
#       with "gphase(-0.0) ;" for the matrix of a beam splitter. OpenQASM 2 has no gphase, so that readers raise an error, and
#       the gphase of OpenQASM 3 has no qubit. Gates that need no phase, such as RX or a controlled Z, are written right.
#       PennyLane's issue 9142, on a GlobalPhase in the circuit, was closed as its reader of OpenQASM 3 now takes gphase.
# Versions: PennyLane 0.45.1, PyQASM 1.3.0, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who sends circuits of PennyLane, such as a quantum coin made of a beam splitter, to another simulator.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check pennylane==0.45.1 pyqasm==1.3.0; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import logging
import sys
from importlib.metadata import version

import numpy as np
import pennylane as qml
import pyqasm

for name in ("pennylane", "pyqasm"):
    print(name, version(name))
logging.disable(logging.ERROR)
BEAM_SPLITTER = np.array([[1, 1j], [1j, 1]]) / np.sqrt(2)
CIRCUITS = {
    "RX": lambda: qml.RX(0.5, 0),
    "CZ": lambda: qml.CZ([0, 1]),
    "SX": lambda: qml.SX(0),
    "the matrix of a beam splitter": lambda: qml.QubitUnitary(BEAM_SPLITTER, 0),
}
device = qml.device("default.qubit", wires=2)


def export(gate):
    @qml.qnode(device)
    def circuit():
        gate()
        return qml.probs(wires=0)

    return qml.to_openqasm(circuit)()


is_read = {}
for name, gate in CIRCUITS.items():
    text = export(gate)
    gates = [line for line in text.splitlines()[4:] if line and not line.startswith("measure")]
    print(f"{name}: {' '.join(gates)}")
    try:
        pyqasm.loads(text).validate()
        is_read[name] = True
    except Exception as error:
        is_read[name] = False
        print(f"  PyQASM: {type(error).__name__}: {error}")
    if is_read[name] == any(gate.startswith("gphase") for gate in gates) or not text.startswith("OPENQASM 2.0;"):
        sys.exit(1)
sys.exit([*is_read.values()] != [True, True, False, False])
PY
