#!/usr/bin/env bash
# What: Qrisp reads the controlled phase "cu1(t)" of OpenQASM 2 as a controlled rz(t), which lacks the phase of
#       t/2 of the control; "cp(t)", the newer name of the same gate, is read right. With cu1(pi), which is a cz,
#       a certain 1 becomes a coin, and a Fourier transform does not find its number.
# Versions: qrisp 0.9.10, qiskit 2.5.2, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who takes Fourier transforms, adders and phase estimations from collections in OpenQASM 2, most of which use
#       cu1. Qrisp's conversion to pytket has the same fault: https://github.com/eclipse-qrisp/Qrisp/issues/630.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check qrisp==0.9.10 qiskit==2.5.2; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import io
import math
import sys
from contextlib import redirect_stdout
from importlib.metadata import version

from qrisp import QuantumCircuit

for name in ("qrisp", "qiskit"):
    print(name, version(name))
HEAD = "OPENQASM 2.0;\ninclude \"qelib1.inc\";\nqreg q[3];\ncreg b[3];\n"
ENDS = "".join(f"measure q[{qubit}] -> b[{qubit}];\n" for qubit in range(3))


def counts(body):
    with redirect_stdout(io.StringIO()):  # its progress
        return QuantumCircuit.from_qasm_str(HEAD + body + ENDS).run(shots=1000)


def fourier(gate):
    """The state of the number 5, as phases, is transformed back into 5."""
    phases = "".join(f"h q[{k}]; u3(0, 0, {2 * math.pi * 5 / 2 ** (3 - k)}) q[{k}];\n" for k in range(3))
    back = f"h q[2]; {gate}(-pi/2) q[1], q[2]; h q[1]; {gate}(-pi/4) q[0], q[2]; {gate}(-pi/2) q[0], q[1]; h q[0];\n"
    return counts(phases + back)


found = {}
for gate in ("cp", "cu1"):
    kicked = counts(f"h q[0]; x q[1]; {gate}(pi) q[0], q[1]; h q[0];\n")
    ones = sum(count for bits, count in kicked.items() if bits[-1] == "1") / 1000
    numbers = fourier(gate)
    found[gate] = round(ones, 1), len(numbers)
    print(f"{gate}(pi) between two h: share of ones {ones:.2f}")
    print(f"inverse Fourier transform of 5 with {gate}: {numbers}")
sys.exit(not (found["cp"] == (1.0, 1) and found["cu1"][0] == 0.5 and found["cu1"][1] > 1))
PY
