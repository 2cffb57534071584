#!/usr/bin/env bash
# What: Braket's local simulator drops gates with a control: on four qubits "ctrl @ x q[1], q[3]" and
#       "ctrl @ x q[2], q[0]" do nothing, while "cnot" on the same qubits works. On five and six qubits
#       it is every pair whose control is no end of the register and no neighbour of its target. A GHZ
#       state that is copied from its third qubit is none, without a warning.
# Versions: amazon-braket-sdk 1.127.5, amazon-braket-default-simulator 1.41.2, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: users who run OpenQASM 3 with gate modifiers, or gates that an exporter defined by them.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check amazon-braket-sdk==1.127.5 \
    amazon-braket-default-simulator==1.41.2; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import logging
import sys
from importlib.metadata import version

from braket.devices import LocalSimulator
from braket.ir.openqasm import Program

logging.disable(logging.WARNING)
for name in ("amazon-braket-sdk", "amazon-braket-default-simulator"):
    print(name, version(name))


def outcomes(gate, qubits=4, pairs=((2, 3), (2, 1), (2, 0)), first="h q[2];"):
    steps = "".join(f"{gate} q[{control}], q[{target}];" for control, target in pairs)
    head = f"OPENQASM 3.0; qubit[{qubits}] q; bit[{qubits}] b;"
    program = Program(source=f"{head} {first} {steps} b = measure q;")
    return set(LocalSimulator().run(program, shots=200).result().measurement_counts)


for gate in ("cnot", "ctrl @ x"):
    print(f"GHZ state from q[2] by {gate}: {sorted(outcomes(gate))}")
for qubits in (3, 4, 5):
    lost = [
        (control, target)
        for control in range(qubits)
        for target in range(qubits)
        if control != target
        and outcomes("ctrl @ x", qubits, [(control, target)], f"x q[{control}];")
        != {"".join("01"[wire in (control, target)] for wire in range(qubits))}
    ]
    print(f"{qubits} qubits: controls and targets that do nothing: {lost}")
sys.exit(outcomes("cnot") != {"0000", "1111"} or outcomes("ctrl @ x") == {"0000", "1111"})
PY
