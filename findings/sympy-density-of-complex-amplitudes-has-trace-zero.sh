#!/usr/bin/env bash
# What: The density matrix of (|0> + i|1>)/sqrt(2) has the trace 0 and a probability of -1/2 in SymPy: Density multiplies two
#       amplitudes without conjugating the second. The outer product of the same state is right. (SymPy's issue 25980 is open.)
# Versions: sympy 1.14.0, mpmath 1.3.0, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: courses that show mixed states and phases: any state with a complex amplitude is wrong without a message.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check sympy==1.14.0 mpmath==1.3.0; } || exit 2
"$folder/env/bin/python" - <<'PY'
import sys

import sympy
from sympy import I, Matrix, sqrt
from sympy.physics.quantum.density import Density
from sympy.physics.quantum.qubit import Qubit
from sympy.physics.quantum.represent import represent

print("sympy", sympy.__version__)
zero, one = Qubit("0"), Qubit("1")
STATES = {
    "(|0> + |1>)/sqrt(2)": (zero + one) / sqrt(2),
    "(|0> + i|1>)/sqrt(2)": (zero + I * one) / sqrt(2),
    "i|1>": I * one,
}
seen = {}
for name, state in STATES.items():
    density, product = represent(Density([state, 1])), represent(state) * represent(state).H
    print(f"{name}: Density {density.tolist()} with the trace {density.trace()}, outer product {product.tolist()}")
    seen[name] = density
half = sympy.Rational(1, 2)
wanted = [
    Matrix([[half, half], [half, half]]),
    Matrix([[half, I / 2], [I / 2, -half]]),
    Matrix([[0, 0], [0, -1]]),
]
sys.exit(list(seen.values()) != wanted)
PY
