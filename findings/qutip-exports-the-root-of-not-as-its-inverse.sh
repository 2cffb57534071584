#!/usr/bin/env bash
# What: QuTiP writes its gate SQRTNOT into OpenQASM 2 as "gate sqrtnot a {h a; u1(-pi/2) a; h a; }", which is the inverse of the
#       matrix that it computes with. A circuit that ends in 1 for sure, SQRTNOT and then RX of a quarter turn, ends in 0 when
#       it is exported and read again, by QuTiP or Qiskit. SNOT, S, T, CS, CRX and TOFFOLI are exported right.
# Versions: qutip-qip 0.4.2, qutip 5.3.1, qiskit 2.6.2, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who takes circuits with a quantum coin, for which the square root of NOT is the usual example, out of QuTiP.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check qutip-qip==0.4.2 qutip==5.3.1 qiskit==2.6.2; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

import numpy as np
from qiskit import qasm2
from qiskit.quantum_info import Operator
from qutip_qip.circuit import QubitCircuit
from qutip_qip.qasm import circuit_to_qasm_str, read_qasm

for name in ("qutip-qip", "qutip", "qiskit"):
    print(name, version(name))
GATES = {
    "SQRTNOT": {"targets": 0},
    "SNOT": {"targets": 0},
    "S": {"targets": 0},
    "T": {"targets": 0},
    "CS": {"controls": 0, "targets": 1},
    "CRX": {"controls": 0, "targets": 1, "arg_value": 0.3},
    "TOFFOLI": {"controls": [0, 1], "targets": 2},
}


def create(*gates, size=3):
    circuit = QubitCircuit(size)
    for name, options in gates:
        circuit.add_gate(name, **options)
    return circuit


def matrices(circuit):
    text = circuit_to_qasm_str(circuit)
    by_qiskit = Operator(qasm2.loads(text).reverse_bits()).data
    return circuit.compute_unitary().full(), read_qasm(text, strmode=True).compute_unitary().full(), by_qiskit


def is_same(one, other):
    return bool(np.isclose(abs(np.trace(one.conj().T @ other)), len(one)))


seen = {}
for name, options in GATES.items():
    before, *after = matrices(create((name, options)))
    seen[name] = [is_same(before, matrix) for matrix in after]
    print(f"{name}: the same gate as before, read by QuTiP and by Qiskit: {seen[name]}")
before, *after = matrices(create(("SQRTNOT", {"targets": 0}), size=1))
inverse = [is_same(before.conj().T, matrix) for matrix in after]
print("the inverse of SQRTNOT:", inverse)
before, *after = matrices(create(("SQRTNOT", {"targets": 0}), ("RX", {"targets": 0, "arg_value": np.pi / 2}), size=1))
ones = [round(float(abs(matrix[1, 0]) ** 2), 9) for matrix in (before, *after)]
print("probability of 1 after SQRTNOT and RX(pi/2), in QuTiP and read by QuTiP and by Qiskit:", *ones)
wanted = {name: [name != "SQRTNOT"] * 2 for name in GATES}
sys.exit((seen, inverse, ones) != (wanted, [True, True], [1, 0, 0]))
PY
