#!/usr/bin/env bash
# What: Qrisp's simulator moves a qubit's only measurement before the reset right before it: x, reset and a
#       measurement give 1, as do x, reset, z. A second reset, or an x after the reset, makes it right.
# Versions: qrisp 0.9.10, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who tests resets, or resets a qubit before its final use, as circuits that reuse qubits do.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check qrisp==0.9.10; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import io
import sys
from contextlib import redirect_stdout
from importlib.metadata import version

from qrisp import QuantumCircuit

print("qrisp", version("qrisp"))
found = {}
for steps in ("x reset", "x reset x", "h reset", "x reset z", "x reset reset"):
    circuit = QuantumCircuit(1, 1)
    for step in steps.split():
        getattr(circuit, step)(0)
    circuit.measure(0, 0)
    with redirect_stdout(io.StringIO()):  # its progress
        counts = circuit.run(shots=1000)
    found[steps] = counts.get("1", 0) / 1000
    print(f"{steps}, measure: share of ones {found[steps]:.2f}")
sys.exit([round(share, 1) for share in found.values()] != [1.0, 1.0, 0.5, 1.0, 0.0])
PY
