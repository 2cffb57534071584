#!/usr/bin/env bash
# What: In OpenQASM 2, "2^3^2" is 512 in Qiskit, 64 in pyqpanda3, and 3 in quimb, where ^ is Python's exclusive or:
#       "2*3^2" is 18, and 4 there. "-2^2" is -4 in Qiskit, and 4 in pyqpanda3.
# Versions: qiskit 2.6.2, quimb 1.16.0, pyqpanda3 0.5.1, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: authors of programs and exporters whose angles have powers, such as pi/2^3 in a Fourier transform.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check \
    qiskit==2.6.2 quimb==1.16.0 pyqpanda3==0.5.1; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import re
import sys
from importlib.metadata import version

from pyqpanda3.intermediate_compiler import convert_qasm_string_to_qprog
from qiskit import qasm2
from quimb.tensor import Circuit

for name in ("qiskit", "quimb", "pyqpanda3"):
    print(name, version(name))
READERS = {
    "Qiskit": lambda program: qasm2.loads(program).data[0].operation.params[0],
    "pyqpanda3": lambda program: re.search(r"RY\((.*?)\)", str(convert_qasm_string_to_qprog(program)))[1],
    "quimb": lambda program: Circuit.from_openqasm2_str(program).gates[0].params[0],
}
found = {}
for angle in ("2*3^2", "-2^2", "2^3^2"):
    program = f'OPENQASM 2.0;\ninclude "qelib1.inc";\nqreg q[1];\nry({angle}) q[0];\n'
    found[angle] = [float(read(program)) for read in READERS.values()]
    print(f"ry({angle}):", *(f"{name} {value:g}" for name, value in zip(READERS, found[angle])))
sys.exit([*found.values()] != [[18, 18, 4], [-4, 4, -4], [512, 64, 3]])
PY
