#!/usr/bin/env bash
# What: A power of a controlled X, Z or H gate is the gate itself in SymPy, unless its exponent is even: the square root of
#       CPHASE, which is a controlled S, is CPHASE, and so is CPHASE**n for a symbol n, so that it stays CPHASE when n = 2 is
#       put in. Powers of Z, of CNOT and of a controlled S are kept as they are written.
# Versions: sympy 1.14.0, mpmath 1.3.0, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who builds a Toffoli gate or a phase estimation from roots and powers of controlled gates.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check sympy==1.14.0 mpmath==1.3.0; } || exit 2
"$folder/env/bin/python" - <<'PY'
import sys

import sympy
from sympy import Rational, Symbol
from sympy.physics.quantum.gate import CNOT, CPHASE, CGate, H, S, X, Z
from sympy.physics.quantum.represent import represent

print("sympy", sympy.__version__)
half, n = Rational(1, 2), Symbol("n", integer=True)
GATES = {"Z(1)": Z(1), "CNOT(0,1)": CNOT(0, 1), "controlled S": CGate(0, S(1)), "CPHASE(0,1)": CPHASE(0, 1),
         "controlled X": CGate(0, X(1)), "controlled H": CGate(0, H(1)), "Toffoli": CGate((0, 1), X(2))}
is_lost = {}
for name, gate in GATES.items():
    powers = [gate**exponent for exponent in (half, Rational(1, 3), n)]
    print(f"{name} to the powers 1/2, 1/3 and n:", ", ".join(map(str, powers)))
    is_lost[name] = [power == gate for power in powers]
root = represent(CPHASE(0, 1) ** half, nqubits=2)
controlled_s = represent(CGate(0, S(1)), nqubits=2)
print("diagonal of the square root of CPHASE:", root.diagonal().tolist()[0])
print("diagonal of a controlled S:", controlled_s.diagonal().tolist()[0])
print("CPHASE**n for n = 2:", (CPHASE(0, 1) ** n).subs(n, 2), "- CPHASE**2:", CPHASE(0, 1) ** 2)
held = list(is_lost.values()) == [[False] * 3] * 3 + [[True] * 3] * 4
held &= represent(CGate(0, S(1)), nqubits=2) ** 2 == root != controlled_s
held &= (CPHASE(0, 1) ** n).subs(n, 2) == CPHASE(0, 1) != CPHASE(0, 1) ** 2
sys.exit(not held)
PY
