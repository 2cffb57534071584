#!/usr/bin/env bash
# What: gate_simp takes the inverse of an S or a T gate for the gate in SymPy: S(0)**-1 becomes S(0), which turns the phase by
#       90 degrees the other way, T(0)**-2 becomes S(0) and T(0)**-3 S(0)*T(0). S(0)**3 is right.
# Versions: sympy 1.14.0, mpmath 1.3.0, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who simplifies a circuit that undoes another one: Dagger(S(0)) is S(0)**-1.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check sympy==1.14.0 mpmath==1.3.0; } || exit 2
"$folder/env/bin/python" - <<'PY'
import sys

import sympy
from sympy import simplify, zeros
from sympy.physics.quantum.dagger import Dagger
from sympy.physics.quantum.gate import S, T, X, gate_simp
from sympy.physics.quantum.represent import represent

print("sympy", sympy.__version__)
CIRCUITS = [S(0) ** -2, S(0) ** 3, Dagger(S(0)), X(0) * Dagger(S(0)), S(0) ** -3, T(0) ** -2, Dagger(T(0)), T(0) ** -3]
seen = []
for circuit in CIRCUITS:
    simple = gate_simp(circuit)
    difference = represent(circuit, nqubits=1) - represent(simple, nqubits=1)
    is_equal = simplify(difference) == zeros(2, 2)
    print(f"{circuit} becomes {simple}: {'the same' if is_equal else 'another'} gate")
    seen.append(is_equal)
sys.exit(seen != [True, True] + [False] * 6)
PY
