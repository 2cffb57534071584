#!/usr/bin/env bash
# What: For an int i of -7, i/2 and i%2 are -3 and -1 in QDK, -4 and 1 in Braket, -3 and 1 in PyQASM,
#       where 2*(i/2) is -7 nevertheless, and -3.5 and 1 in PennyLane, where an int can hold -3.5.
#       None of them has a message.
# Versions: qdk 1.33.1, amazon-braket-sdk 1.127.5, pennylane 0.45.1, openqasm3 1.0.1, pyqasm 1.3.0, Python 3.11,
#       Linux x86-64.
# Date: 2026-11-28.
# Who: authors of programs that compute indices of qubits, for example of neighbours on a ring.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check qdk==1.33.1 amazon-braket-sdk==1.127.5 \
    pennylane==0.45.1 'openqasm3[parser]==1.0.1' pyqasm==1.3.0; } || exit 2
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
for name in ("qdk", "amazon-braket-sdk", "pennylane", "openqasm3", "pyqasm"):
    print(name, version(name))
HEAD = "OPENQASM 3.0;\n"
INCLUDE = 'include "stdgates.inc";\n'
CASES = ("i / 2 == -3", "i / 2 == -4", "2 * (i / 2) == -7", "i % 2 == -1", "i % 2 == 1")
WIRES = [f"q[{number}]" for number in range(len(CASES))]
BODY = f"qubit[{len(CASES)}] q;\nint i = -7;\n"
for number, case in enumerate(CASES):
    left, right = case.split(" == ")
    BODY += f"int k{number} = {left};\nif (k{number} == {right}) {{ x q[{number}]; }}\n"
MEASURED = f"{BODY}bit[{len(CASES)}] b;\nb = measure q;\n"


def in_qdk():
    (*_, bits), *_ = run(HEAD + INCLUDE + MEASURED, shots=1)
    return [bit == Result.One for bit in bits]


def in_braket():
    (bits,) = LocalSimulator().run(Program(source=HEAD + MEASURED), shots=10).result().measurement_counts
    return [bit == "1" for bit in bits]


def in_pyqasm():
    module = pyqasm.loads(HEAD + INCLUDE + BODY)
    module.unroll()
    return [f"x {wire};" in pyqasm.dumps(module) for wire in WIRES]


@pennylane.qnode(pennylane.device("default.qubit", wires=WIRES))
def circuit():
    pennylane.from_qasm3(HEAD + BODY, {wire: wire for wire in WIRES})()
    return [pennylane.expval(pennylane.Z(wire)) for wire in WIRES]


def in_pennylane():
    return [bool(value < 0) for value in circuit()]


found = {}
for tool in (in_qdk, in_braket, in_pyqasm, in_pennylane):
    found[tool.__name__] = [case for case, is_true in zip(CASES, tool(), strict=True) if is_true]
    print(f"{tool.__name__}, i = -7: {found[tool.__name__]}")
expected = {
    "in_qdk": ["i / 2 == -3", "i % 2 == -1"],
    "in_braket": ["i / 2 == -4", "i % 2 == 1"],
    "in_pyqasm": ["i / 2 == -3", "2 * (i / 2) == -7", "i % 2 == 1"],
    "in_pennylane": ["2 * (i / 2) == -7", "i % 2 == 1"],
}
sys.exit(found != expected)
PY
