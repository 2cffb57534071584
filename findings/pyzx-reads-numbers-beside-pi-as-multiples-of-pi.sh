#!/usr/bin/env bash
# What: In an angle that mentions pi, PyZX takes every number for a multiple of pi: "rz(pi/4+0.5)" turns by ¾π
#       instead of π/4 + 0.5, "rz(pi-1)" not at all, and "rz(pi^2/4)" by π/4. Without pi, numbers are radians.
# Versions: pyzx 0.10.8, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who optimizes or compares circuits of OpenQASM with angles such as offset + pi/4, as variational
#       programs print them: the optimized circuit is another one, and PyZX's own comparison cannot see it.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check pyzx==0.10.8; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import math
import sys
from importlib.metadata import version

import pyzx

print("pyzx", version("pyzx"))
OF_PI = {"pi/4+0.5": 0.75, "pi-1": 0.0, "pi^2/4": 0.25, "0.785398163397448+0.5": 0.4092}
read = {}
for angle in OF_PI:
    program = f"OPENQASM 2.0;\ninclude \"qelib1.inc\";\nqreg q[1];\nrz({angle}) q[0];\n"
    circuit = pyzx.Circuit.from_qasm(program)
    read[angle] = round(float(circuit.gates[0].phase), 4)
    meant = eval(angle.replace("^", "**"), {"pi": math.pi}) / math.pi
    print(f"rz({angle}): read as {read[angle]} π, which is {meant:.4f} π")
    print("    written again as", circuit.to_qasm().splitlines()[-1])
sys.exit(read != OF_PI)
PY
