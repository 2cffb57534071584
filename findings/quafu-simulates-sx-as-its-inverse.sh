#!/usr/bin/env bash
# What: Quafu's sx is the inverse of the square root of X that OpenQASM 2, Qiskit and others mean: a turn by -90 degrees about
#       the x axis instead of 90. In OpenQASM its sxdg is right, so that sx and then sxdg is an X, not the identity; the
#       methods sx and sxdg have changed places.
# Versions: pyquafu 0.4.5, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who simulates circuits that a compiler for hardware wrote, which consist of sx, rz and cx.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check pyquafu==0.4.5; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

import numpy as np
from quafu import QuantumCircuit, simulate

print("pyquafu", version("pyquafu"))
ROOT = np.array([[1 + 1j, 1 - 1j], [1 - 1j, 1 + 1j]]) / 2
MATRICES = {"sx": ROOT, "sxdg": ROOT.conj().T}
HEAD = 'OPENQASM 2.0;\ninclude "qelib1.inc";\nqreg q[1];\ncreg c[1];\n'


def states(names):
    """Return the state after gates on |0>, by methods and by OpenQASM, and the right one."""
    circuit, right = QuantumCircuit(1, 1), np.array([1, 0])
    for name in names:
        getattr(circuit, name)(0)
        right = MATRICES[name] @ right
    read = QuantumCircuit(1)
    read.from_openqasm(HEAD + "".join(f"{name} q[0];\n" for name in names))
    return *(np.asarray(simulate(each).get_statevector()) for each in (circuit, read)), right


seen = []
for names in (["sx"], ["sxdg"], ["sx", "sxdg"], ["sx", "sx"]):
    called, read, right = states(names)
    print(f"{', '.join(names)}: {called.round(2) + 0} by methods, {read.round(2) + 0} by OpenQASM")
    print(f"    {right.round(2) + 0} is right")
    seen.append([abs(np.vdot(state, right)) ** 2 for state in (called, read)])
print("squares of the overlaps with the right states:", np.round(seen, 3).tolist())
sys.exit(not np.allclose(seen, [[0, 0], [0, 1], [1, 0], [1, 1]]))
PY
