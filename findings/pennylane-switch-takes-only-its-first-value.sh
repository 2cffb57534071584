#!/usr/bin/env bash
# What: In PennyLane a "switch" of OpenQASM 3 has only the first value of its first case: if the number
#       is in a later place or case, the default is run, without a message. QDK runs that case.
# Versions: pennylane 0.45.1, openqasm3 1.0.1, qdk 1.33.1, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: authors of programs in which a result of several bits selects a gate.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check pennylane==0.45.1 'openqasm3[parser]==1.0.1' \
    qdk==1.33.1; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

import pennylane
from qdk import Result
from qdk.openqasm import run

for name in ("pennylane", "openqasm3", "qdk"):
    print(name, version(name))
HEAD = "OPENQASM 3.1;\n"
QUBITS = "qubit[3] q;\n"
MEASURED = "bit[3] b;\nb = measure q;\n"
WIRES = [f"q[{number}]" for number in range(3)]


def in_pennylane(body):
    @pennylane.qnode(pennylane.device("default.qubit", wires=WIRES))
    def circuit():
        pennylane.from_qasm3(HEAD + QUBITS + body, {wire: wire for wire in WIRES})()
        return [pennylane.expval(pennylane.Z(wire)) for wire in WIRES]

    return "".join("01"[int(value < 0)] for value in circuit())


def in_qdk(body):
    ((*_, bits),) = run(f'{HEAD}include "stdgates.inc";\n{QUBITS}{body}{MEASURED}', shots=1)
    return "".join("01"[bit == Result.One] for bit in bits)


found = []
for number, cases in (
    (0, "case 0 { x q[0]; } case 1 { x q[1]; } default { x q[2]; }"),
    (1, "case 0 { x q[0]; } case 1 { x q[1]; } default { x q[2]; }"),
    (1, "case 0, 1 { x q[0]; } default { x q[2]; }"),
):
    body = f"int i = {number};\nswitch (i) {{ {cases} }}\n"
    found.append([in_pennylane(body), in_qdk(body)])
    print(f"i = {number}; {cases} PennyLane {found[-1][0]}, QDK {found[-1][1]}")
sys.exit(found != [["100", "100"], ["001", "010"], ["001", "100"]])
PY
