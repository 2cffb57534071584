#!/usr/bin/env bash
# What: SymPy's entropy() of half a Bell pair is log(2)/2, and of two random bits log(4)/4, since an eigenvalue that occurs
#       several times is counted once. The same matrices as NumPy arrays have log 2 and log 4. Of n random bits it is
#       n log(2)/2**n, so that three have less than one, and a coin that falls on one side three times of four has more.
# Versions: sympy 1.14.0, mpmath 1.3.0, numpy 2.4.6, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: lessons that measure by the entropy how entangled two qubits are: the most entangled pair has half a bit.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check \
    sympy==1.14.0 mpmath==1.3.0 numpy==2.4.6; } || exit 2
"$folder/env/bin/python" - <<'PY'
import sys
from math import isclose, log

import numpy as np
import sympy
from sympy import Rational, eye
from sympy.physics.quantum.density import Density, entropy
from sympy.physics.quantum.qubit import Qubit

print("sympy", sympy.__version__)
half = Rational(1, 2)
coin = entropy(Density([Qubit("0"), half], [Qubit("1"), half]))
biased = entropy(Density([Qubit("0"), Rational(1, 4)], [Qubit("1"), 3 * Rational(1, 4)]))
print(f"Density of |0> and |1>, each with 1/2: {coin} = {float(coin):.4f}")
print(f"Density of |0> with 1/4 and |1> with 3/4: {biased} = {float(biased):.4f}")
held = sympy.simplify(coin - sympy.log(2) / 2) == 0 and biased > coin
for bits in (1, 2, 3):
    size = 2**bits
    exact, numeric = float(entropy(eye(size) / size)), float(entropy(np.eye(size) / size))
    print(f"{bits} random bits: {exact:.4f} as a SymPy matrix, {numeric:.4f} as a NumPy array")
    held &= isclose(exact, bits * log(2) / size) and isclose(numeric, bits * log(2))
sys.exit(not held)
PY
