#!/usr/bin/env bash
# What: Stim writes SQRT_Y_DAG, the inverse of SQRT_Y, into OpenQASM as U(pi/2, pi/2, pi/2), which is its gate H_YZ. So
#       SQRT_Y and SQRT_Y_DAG, after which a qubit is 0 for sure, make a fair coin of it once they are exported. Seven more
#       gates of one qubit become others, among them C_ZYX and H_XY; the 16 others are right, and so are all of two qubits.
# Versions: stim 1.16.0, qiskit 2.6.2, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who takes circuits of Clifford gates from Stim to another simulator or device.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check stim==1.16.0 qiskit==2.6.2; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

import numpy as np
import stim
from qiskit import qasm2
from qiskit.quantum_info import Operator

for name in ("stim", "qiskit"):
    print(name, version(name))


def export(circuit):
    return circuit.to_qasm(open_qasm_version=2, skip_dets_and_obs=True)


def read(circuit):
    return Operator(qasm2.loads(export(circuit), custom_instructions=qasm2.LEGACY_CUSTOM_INSTRUCTIONS)).data


def is_same(one, other):
    return bool(np.isclose(abs(np.trace(one.conj().T @ other)), len(one)))


wrong, right = {1: [], 2: []}, {1: [], 2: []}
for name, data in stim.gate_data().items():
    if data.is_unitary and not data.takes_pauli_targets:
        size = 2 if data.is_two_qubit_gate else 1
        circuit = stim.Circuit(f"{name} {' '.join(map(str, range(size)))}")
        (right if is_same(data.unitary_matrix, read(circuit)) else wrong)[size].append(name)
for size in (1, 2):
    print(f"gates of {size} qubits: right {len(right[size])}, wrong:", *wrong[size])
print([line for line in export(stim.Circuit("SQRT_Y_DAG 0")).splitlines() if line.startswith("gate")][0])
pair = stim.Circuit("SQRT_Y 0\nSQRT_Y_DAG 0")
bits = {bool(bit) for bit in (pair + stim.Circuit("M 0")).compile_sampler(seed=1).sample(1000).flat}
probability = round(float(abs(read(pair)[1, 0]) ** 2), 9)
print("bits after SQRT_Y and SQRT_Y_DAG in Stim:", *map(int, bits))
print("probability of 1 after the export:", probability)
wanted = ["C_NXYZ", "C_XYNZ", "C_ZNYX", "C_ZYX", "H_NXY", "H_NXZ", "H_XY", "SQRT_Y_DAG"]
is_as_described = sorted(wrong[1]) == wanted and len(right[1]) == 16 and not wrong[2] and right[2]
sys.exit(not (is_as_described and bits == {False} and probability == 0.5))
PY
