#!/usr/bin/env bash
# What: If a qubit that is not entangled with any other is traced out of a Density, SymPy leaves an incoherent mixture of the
#       other one: |0> beside (|0> + |1>)/sqrt(2) leaves a fair coin, the same as half a Bell pair. matrix_to_density, which it
#       uses, takes eigenvectors of each product |a><b| alone, and of any length: of a matrix with the trace 1 it makes a
#       Density with the trace 2. (SymPy's issue 25980 is open.)
# Versions: sympy 1.14.0, mpmath 1.3.0, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: courses that tell superposition from mixture by the state of one half: both look alike.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check sympy==1.14.0 mpmath==1.3.0; } || exit 2
"$folder/env/bin/python" - <<'PY'
import sys

import sympy
from sympy import Matrix, Rational, eye, ones, sqrt
from sympy.physics.quantum.density import Density
from sympy.physics.quantum.qubit import Qubit, matrix_to_density
from sympy.physics.quantum.represent import represent
from sympy.physics.quantum.trace import Tr

print("sympy", sympy.__version__)
STATES = {
    "superposition (|00> + |10>)/sqrt(2)": (Qubit("00") + Qubit("10")) / sqrt(2),
    "Bell pair (|00> + |11>)/sqrt(2)": (Qubit("00") + Qubit("11")) / sqrt(2),
}
halves = []
for name, state in STATES.items():
    vector = represent(state)
    right = Matrix(2, 2, lambda a, b: sum(vector[2 * a + k] * vector[2 * b + k].conjugate() for k in (0, 1)))
    halves.append(represent(Tr(Density([state, 1]), [0]).doit()))
    print(f"{name} without qubit 0: {halves[-1].tolist()}, by summing {right.tolist()}")
plus = ones(2, 2) / 2
there_and_back = represent(matrix_to_density(plus))
print(f"{plus.tolist()} to a Density and back: {there_and_back.tolist()}")
sys.exit(not (halves == [eye(2) / 2] * 2 and there_and_back == ones(2, 2)))
PY
