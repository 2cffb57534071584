#!/usr/bin/env bash
# What: A gate of a whole register under a condition reaches only its first qubit in Cirq: "if(c==1) x q;" is an X of q[0], if
#       c is 1, and the others are left out. Without the condition, or qubit by qubit, all are reached. (Cirq's issue 8359
#       is open.)
# Versions: cirq-core 1.7.0, ply 3.11, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who exports a collapse, in which a measurement decides on several squares at once, to Cirq.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check cirq-core==1.7.0 ply==3.11; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys

import cirq
from cirq.contrib.qasm_import import circuit_from_qasm

print("cirq", cirq.__version__)
HEAD = 'OPENQASM 2.0;\ninclude "qelib1.inc";\nqreg a[1];\nqreg q[3];\ncreg c[1];\nx a[0];\nmeasure a[0] -> c[0];\n'
CASES = {
    "x q;": 3,
    "if(c==1) x q;": 1,
    "if(c==1) x q[0]; if(c==1) x q[1]; if(c==1) x q[2];": 3,
}
qubits = [cirq.NamedQubit(f"q_{index}") for index in range(3)]
held = True
for statement, wanted in CASES.items():
    circuit = circuit_from_qasm(HEAD + statement.replace("; ", ";\n") + "\n")
    circuit.append(cirq.measure(*qubits, key="result"))
    bits = cirq.Simulator(seed=1).run(circuit).measurements["result"][0].tolist()
    print(f"{statement}: q is {bits}, where c is 1")
    held &= bits == [1] * wanted + [0] * (3 - wanted)
sys.exit(not held)
PY
