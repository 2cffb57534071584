#!/usr/bin/env bash
# What: Stim writes a gate that depends on a measurement, such as CX rec[-1] 1, into OpenQASM 3 as if (ms[0]) { X q[1]; }. But
#       the register is declared as rec, and the included stdgates.inc has x, not X: readers raise an error for either.
#       Gates without a condition are in small letters. The documentation states that feedback is supported in version 3.
# Versions: stim 1.16.0, PyQASM 1.3.0, qiskit 2.6.2, qiskit-qasm3-import 0.6.0, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who takes a circuit with corrections, such as teleportation, from Stim to another simulator.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check stim==1.16.0 pyqasm==1.3.0 qiskit==2.6.2 \
    qiskit-qasm3-import==0.6.0; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import logging
import sys
from importlib.metadata import version

import pyqasm
import stim
from qiskit import qasm3

for name in ("stim", "pyqasm", "qiskit", "qiskit-qasm3-import"):
    print(name, version(name))
logging.disable(logging.ERROR)
READERS = {"PyQASM": lambda text: pyqasm.loads(text).unroll(), "Qiskit": qasm3.loads}
CIRCUIT = stim.Circuit("H 0\nX 1\nM 0\nCX rec[-1] 1\nM 1")
written = CIRCUIT.to_qasm(open_qasm_version=3)
print(written)
texts = {
    "as written": written,
    "with rec for ms": written.replace("ms[", "rec["),
    "with rec for ms and x for X": written.replace("ms[", "rec[").replace("X q", "x q"),
}
is_read = {}
for label, text in texts.items():
    for name, read in READERS.items():
        try:
            read(text)
            is_read[label, name] = True
        except Exception as error:
            is_read[label, name] = False
            print(f"{name}, {label}: {type(error).__name__}: {str(error).splitlines()[0]}")
        else:
            print(f"{name}, {label}: is read")
wanted = {(label, name): label == "with rec for ms and x for X" for label in texts for name in READERS}
sys.exit(is_read != wanted or "creg rec[2]" not in written or "if (ms[0])" not in written)
PY
