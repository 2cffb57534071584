#!/usr/bin/env bash
# What: A gate of two registers is unrolled by PyQASM as if they were one list: "cx q, r" becomes CNOTs of q[0] and q[1], and
#       of r[0] and r[1], instead of q[0] and r[0], and of q[1] and r[1], in OpenQASM 2 and 3, without a message. With three
#       qubits in a register one gate goes across both. (PyQASM's issue 384 is open.)
# Versions: pyqasm 1.3.0, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who entangles two registers qubit by qubit, such as the marks of two players.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check pyqasm==1.3.0; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

import pyqasm

print("pyqasm", version("pyqasm"))
HEADS = {
    "OpenQASM 2": 'OPENQASM 2.0;\ninclude "qelib1.inc";\nqreg q[{0}];\nqreg r[{0}];\n',
    "OpenQASM 3": 'OPENQASM 3.0;\ninclude "stdgates.inc";\nqubit[{0}] q;\nqubit[{0}] r;\n',
}
seen = []
for language, head in HEADS.items():
    for size in (2, 3):
        module = pyqasm.loads(f"{head.format(size)}cx q, r;\n")
        module.unroll()
        gates = [line for line in pyqasm.dumps(module).splitlines() if line.startswith("cx ")]
        print(f"{language}, registers of {size} qubits, cx q, r;:", *gates)
        seen.append([gate.replace(" ", "") for gate in gates])
TWO = ["cxq[0],q[1];", "cxr[0],r[1];"]
THREE = ["cxq[0],q[1];", "cxq[2],r[0];", "cxr[1],r[2];"]
sys.exit(seen != [TWO, THREE] * 2)
PY
