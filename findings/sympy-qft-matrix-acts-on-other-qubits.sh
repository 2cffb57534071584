#!/usr/bin/env bash
# What: The matrix of a Fourier transform of some qubits of a register acts on the qubits at the other end in SymPy:
#       represent(QFT(0, 1), nqubits=2) transforms qubit 1, while qapply and the matrix of its gates, which are H(0), transform
#       qubit 0. A transform of all qubits is right.
# Versions: sympy 1.14.0, mpmath 1.3.0, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who puts a transform into a larger register, as phase estimation does, and multiplies matrices.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check sympy==1.14.0 mpmath==1.3.0; } || exit 2
"$folder/env/bin/python" - <<'PY'
import sys

import sympy
from sympy.physics.quantum.gate import H
from sympy.physics.quantum.qapply import qapply
from sympy.physics.quantum.qft import QFT
from sympy.physics.quantum.qubit import Qubit, matrix_to_qubit
from sympy.physics.quantum.represent import represent

print("sympy", sympy.__version__)
transform = QFT(0, 1)
print("gates of QFT(0, 1):", transform.decompose())
applied = qapply(transform * Qubit("00"))
multiplied = matrix_to_qubit(represent(transform, nqubits=2) * represent(Qubit("00")))
print("QFT(0, 1) of |00>: by qapply", applied, "- by its matrix", multiplied)


def is_same(gate, other, size):
    matrix = represent(gate, nqubits=size) - represent(other, nqubits=size)
    return all(abs(entry) < 1e-9 for entry in matrix.evalf())


seen = []
for start, end, size in ((0, 2, 2), (0, 1, 2), (1, 2, 2), (0, 2, 3), (1, 3, 3), (1, 2, 3)):
    seen.append(is_same(QFT(start, end), QFT(start, end).decompose(), size))
    print(f"QFT({start}, {end}) in {size} qubits: matrix and gates are", "equal" if seen[-1] else "different")
held = transform.decompose() == H(0) and is_same(transform, H(1), 2)
sys.exit(not (held and seen == [True, False, False, False, False, True]))
PY
