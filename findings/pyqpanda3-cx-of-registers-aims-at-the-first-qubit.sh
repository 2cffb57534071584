#!/usr/bin/env bash
# What: pyqpanda3 reads "cx q, r" of two registers, which is a CNOT from each qubit of q to that of r, as CNOTs from
#       all qubits to the first one of q, also from that qubit to itself; r is not changed. Other gates of whole
#       registers, such as "x r", are read right.
# Versions: pyqpanda3 0.5.1, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who copies or compares registers in OpenQASM 2, as adders and stabilizer measurements do.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check pyqpanda3==0.5.1; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

from pyqpanda3.core import CPUQVM
from pyqpanda3.intermediate_compiler import convert_qasm_string_to_qprog

print("pyqpanda3", version("pyqpanda3"))
PROGRAM = """OPENQASM 2.0;
include "qelib1.inc";
qreg q[2];
qreg r[2];
creg b[4];
x q;
GATES
measure q[0] -> b[0];
measure q[1] -> b[1];
measure r[0] -> b[2];
measure r[1] -> b[3];
"""
found = {}
for gates in ("cx q[0], r[0]; cx q[1], r[1];", "cx q, r;"):
    machine = CPUQVM()
    program = convert_qasm_string_to_qprog(PROGRAM.replace("GATES", gates))
    machine.run(program, 1000)
    found[gates] = machine.result().get_counts()
    print(f"{gates}: bits from the last to the first {found[gates]}")
    print(program)
sys.exit([*map(list, found.values())] != [["1111"], ["0010"]])
PY
