#!/usr/bin/env bash
# What: qoqo_qasm ignores the names of registers in OpenQASM 2: q[0] and r[0] are both qubit 0, so that "cx q[0],r[0]" is a
#       CNOT of a qubit with itself, and a circuit on two registers runs on one. No message is logged.
# Versions: qoqo 1.22.2, qoqo-qasm 0.16.0, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who takes circuits with ancillas, or one register for each square, to qoqo.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check qoqo==1.22.2 qoqo-qasm==0.16.0; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

from qoqo_qasm import qasm_str_to_circuit

print("qoqo-qasm", version("qoqo-qasm"))
PROGRAM = """OPENQASM 2.0;
include "qelib1.inc";
qreg q[2];
qreg r[2];
x q[1];
h r[1];
cx q[0],r[0];
"""
print(PROGRAM, end="")
seen = []
for operation in qasm_str_to_circuit(PROGRAM):
    name = operation.hqslang()
    if name in ("PauliX", "Hadamard"):
        seen.append((name, operation.qubit()))
    elif name == "CNOT":
        seen.append((name, operation.control(), operation.target()))
for name, *qubits in seen:
    print(f"{name} of", " and ".join(f"qubit {qubit}" for qubit in qubits))
sys.exit(seen != [("PauliX", 1), ("Hadamard", 1), ("CNOT", 0, 0)])
PY
