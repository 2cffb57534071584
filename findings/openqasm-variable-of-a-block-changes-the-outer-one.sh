#!/usr/bin/env bash
# What: A variable that is declared in a block of "if" changes the one of the same name outside in Braket and
#       PennyLane, and in PennyLane so does that of a loop. In QDK and PyQASM, as in the
#       specification, it is another variable. The same program flips other qubits.
# Versions: amazon-braket-sdk 1.127.5, pennylane 0.45.1, openqasm3 1.0.1, qdk 1.33.1, pyqasm 1.3.0, Python 3.11,
#       Linux x86-64.
# Date: 2026-11-28.
# Who: authors of programs with loops over qubits, whose counters are named alike.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check amazon-braket-sdk==1.127.5 pennylane==0.45.1 \
    'openqasm3[parser]==1.0.1' qdk==1.33.1 pyqasm==1.3.0; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import logging
import sys
from importlib.metadata import version

import pennylane
import pyqasm
from braket.devices import LocalSimulator
from braket.ir.openqasm import Program
from qdk import Result
from qdk.openqasm import run

logging.disable(logging.WARNING)
for name in ("amazon-braket-sdk", "pennylane", "openqasm3", "qdk", "pyqasm"):
    print(name, version(name))
HEAD = "OPENQASM 3.0;\n"
INCLUDE = 'include "stdgates.inc";\n'
QUBITS = "qubit[4] q;\n"
MEASURED = "bit[4] b;\nb = measure q;\n"
WIRES = [f"q[{number}]" for number in range(4)]
BODIES = (
    "int i = 3;\nif (true) { int i = 0; x q[i]; }\nx q[i];\n",
    "int i = 3;\nfor int i in {0, 1} { x q[i]; }\nx q[i];\n",
)


def in_braket(body):
    source = Program(source=HEAD + QUBITS + body + MEASURED)
    (bits,) = LocalSimulator().run(source, shots=10).result().measurement_counts
    return bits


def in_pennylane(body):
    @pennylane.qnode(pennylane.device("default.qubit", wires=WIRES))
    def circuit():
        pennylane.from_qasm3(HEAD + QUBITS + body, {wire: wire for wire in WIRES})()
        return [pennylane.expval(pennylane.Z(wire)) for wire in WIRES]

    return "".join("01"[int(value < 0)] for value in circuit())


def in_qdk(body):
    ((*_, bits),) = run(HEAD + INCLUDE + QUBITS + body + MEASURED, shots=1)
    return "".join("01"[bit == Result.One] for bit in bits)


def in_pyqasm(body):
    module = pyqasm.loads(HEAD + INCLUDE + QUBITS + body)
    module.unroll()
    return "".join("01"[pyqasm.dumps(module).count(f"x {wire};") % 2] for wire in WIRES)


found = []
for body in BODIES:
    bits = {tool.__name__: tool(body) for tool in (in_braket, in_pennylane, in_qdk, in_pyqasm)}
    print(body.replace("\n", " "), bits)
    found.append(list(bits.values()))
sys.exit(found != [["0000", "0000", "1001", "1001"], ["1101", "1000", "1101", "1101"]])
PY
