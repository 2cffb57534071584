#!/usr/bin/env bash
# What: A single "bit r;" of OpenQASM 3 belongs to no register in Qiskit, and counts of backends leave
#       it out, but cut the result as if it were not there: declared after "bit[2] b;" it shifts b, so
#       that b = 01 is shown as 10. The samplers give 01.
# Versions: qiskit 2.6.2, qiskit-aer 0.18.2, qiskit-qasm3-import 0.6.0, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: users of OpenQASM 3 with single bits, or of circuits with loose Clbits, who read get_counts.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check qiskit==2.6.2 qiskit-aer==0.18.2 \
    qiskit-qasm3-import==0.6.0; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

from qiskit import qasm3
from qiskit.primitives import StatevectorSampler
from qiskit.providers.basic_provider import BasicSimulator
from qiskit_aer import AerSimulator

for name in ("qiskit", "qiskit-aer", "qiskit-qasm3-import"):
    print(name, version(name))
PROGRAM = """OPENQASM 3.0;
include "stdgates.inc";
qubit[3] q;
BITS
x q[0];
x q[2];
b[0] = measure q[0];
b[1] = measure q[1];
r = measure q[2];
"""
found = []
for bits in ("bit[2] b; bit r;", "bit r; bit[2] b;"):
    circuit = qasm3.loads(PROGRAM.replace("BITS", bits))
    aer = AerSimulator().run(circuit, shots=10).result().get_counts()
    basic = BasicSimulator().run(circuit, shots=10).result().get_counts()
    sampled = StatevectorSampler().run([circuit], shots=10).result()[0].data.b.get_counts()
    print(f"{bits} b is 01; Aer {aer}, BasicSimulator {basic}, StatevectorSampler {sampled}")
    found.append([*aer, *basic, *sampled])
sys.exit(found != [["10", "10", "01"], ["01", "01", "01"]])
PY
