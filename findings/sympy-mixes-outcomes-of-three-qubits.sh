#!/usr/bin/env bash
# What: SymPy's measure_partial of three qubits takes 011 and 100 for one outcome: it has the sum of their probabilities and is
#       still a superposition of both. So three qubits have at most seven outcomes and four at most eleven, and
#       measure_partial_oneshot collapses to such a superposition, too. One and two qubits, and measure_all, are right.
# Versions: sympy 1.14.0, mpmath 1.3.0, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: teachers and students who compute a collapse with exact numbers, such as of a loop of three marks.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check sympy==1.14.0 mpmath==1.3.0; } || exit 2
"$folder/env/bin/python" - <<'PY'
import sys

import sympy
from sympy import sqrt
from sympy.physics.quantum.gate import H
from sympy.physics.quantum.qapply import qapply
from sympy.physics.quantum.qubit import Qubit, measure_all, measure_partial, measure_partial_oneshot

print("sympy", sympy.__version__)
loop = (Qubit("011") + Qubit("100")) / sqrt(2)
print("state:", loop)
print("measure_all:", measure_all(loop))
outcomes = measure_partial(loop, (0, 1, 2))
print("measure_partial of all three qubits:", outcomes)
collapsed = measure_partial_oneshot(loop, (0, 1, 2))
print("measure_partial_oneshot of them:", collapsed)
counts = []
for size in range(1, 5):
    state = Qubit("0" * size)
    for qubit in range(size):
        state = H(qubit) * state
    state = qapply(state)
    counts.append((len(measure_all(state)), len(measure_partial(state, tuple(range(size))))))
    print(f"{size} qubits, all values alike: {counts[-1][0]} outcomes by measure_all, {counts[-1][1]} by measure_partial")
held = [(state.expand(), chance) for state, chance in outcomes] == [(loop.expand(), 1)]
held &= collapsed.expand() == loop.expand()
sys.exit(not (held and counts == [(2, 2), (4, 4), (8, 7), (16, 11)]))
PY
