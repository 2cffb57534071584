#!/usr/bin/env bash
# What: pytket reads "cx a[0], b;" of OpenQASM 2, which is a CNOT from a[0] to each qubit of b, as one to b[0].
#       Likewise "cx a, b[0];" and "ccx a, b, d[0];": it pairs registers up to the shortest, and a single qubit
#       counts as a register of one. Qiskit and Cirq apply the gate to all.
# Versions: pytket 2.18.5, qiskit 2.6.2, cirq-core 1.7.0, ply 3.11, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who compiles programs by hand or from textbooks, such as GHZ states and oracles, with pytket.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check pytket==2.18.5 qiskit==2.6.2 cirq-core==1.7.0 \
    ply==3.11; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

from cirq.contrib.qasm_import import circuit_from_qasm
from pytket.qasm import circuit_from_qasm_str
from qiskit import QuantumCircuit

for name in ("pytket", "qiskit", "cirq-core"):
    print(name, version(name))
HEAD = 'OPENQASM 2.0;\ninclude "qelib1.inc";\n'
seen = []
for body in (
    "qreg a[1]; qreg b[3]; cx a[0], b;",
    "qreg a[3]; qreg b[1]; cx a, b[0];",
    "qreg a[2]; qreg b[2]; qreg d[1]; ccx a, b, d[0];",
    "qreg a[3]; qreg b[3]; cx a, b;",
):
    commands = circuit_from_qasm_str(HEAD + body).get_commands()
    qiskit = len(QuantumCircuit.from_qasm_str(HEAD + body).data)
    cirq = len(list(circuit_from_qasm(HEAD + body).all_operations()))
    print(f"{body} gates in Qiskit {qiskit}, in Cirq {cirq}, in pytket {len(commands)}:", *commands)
    seen.append((qiskit, cirq, len(commands)))
sys.exit(seen != [(3, 3, 1), (3, 3, 1), (2, 2, 1), (3, 3, 3)])
PY
