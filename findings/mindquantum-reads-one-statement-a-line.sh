#!/usr/bin/env bash
# What: MindQuantum reads one statement of OpenQASM 2 a line: of "h q[0]; cx q[0], q[1];" only the h is in the
#       circuit, without a message. Statements with parameters raise an error there.
# Versions: mindquantum 0.12.0, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who writes short circuits, or takes them from benchmarks, which often have several statements in a line.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check mindquantum==0.12.0; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

from mindquantum.io import OpenQASM

print("mindquantum", version("mindquantum"))
HEAD = "OPENQASM 2.0;\ninclude \"qelib1.inc\";\nqreg q[2];\n"
found = {}
for body in ("h q[0];\ncx q[0], q[1];\n", "h q[0]; cx q[0], q[1];\n"):
    found[body] = [str(gate) for gate in OpenQASM().from_string(HEAD + body)]
    print(repr(body), "is read as", found[body])
error = None
try:
    OpenQASM().from_string(HEAD + "rz(pi/4) q[0]; rx(pi/2) q[1];\n")
except ValueError as caught:
    error = caught
print("statements with parameters:", repr(error))
sys.exit([len(gates) for gates in found.values()] != [2, 1] or error is None)
PY
