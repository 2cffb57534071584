#!/usr/bin/env bash
# What: The reader of OpenQASM 2 in cirq.contrib reads "cu3(-pi/2, 0, 0)" as "cu3(3*pi/2, 0, 0)": it takes
#       the angle modulo 2π, but a rotation by a whole turn more has the other sign, and under a control that sign
#       makes another gate. "cu3(pi/2, 0, 0)" and "cry(-pi/2)" are right.
# Versions: cirq-core 1.7.0, ply 3.11, qiskit 2.6.2, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who reads programs with cu3 in Cirq, for example inverse circuits: wrong probabilities.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check cirq-core==1.7.0 ply==3.11 qiskit==2.6.2; } ||
  exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

import cirq
from cirq.contrib.qasm_import import circuit_from_qasm
from qiskit import QuantumCircuit
from qiskit.quantum_info import Statevector

for name in ("cirq-core", "qiskit"):
    print(name, version(name))
HEAD = 'OPENQASM 2.0;\ninclude "qelib1.inc";\nqreg q[2];\n'
seen = []
for gate in ("cu3(pi/2,0,0)", "cry(-pi/2)", "cu3(-pi/2,0,0)", "cu3(5*pi/2,0,0)"):
    program = f"{HEAD}h q[0];\n{gate} q[0],q[1];\nh q[0];\n"
    qiskit = Statevector(QuantumCircuit.from_qasm_str(program)).probabilities([0])[1]
    circuit = circuit_from_qasm(program)
    state = circuit.final_state_vector(qubit_order=[cirq.NamedQubit("q_0"), cirq.NamedQubit("q_1")])
    seen.append((round(float(qiskit), 3), round(float(sum(abs(state[2:]) ** 2)), 3)))
    print(f"h; {gate}; h: the control is 1 with probability {seen[-1][0]} in Qiskit, {seen[-1][1]} in Cirq")
sys.exit(seen != [(0.146, 0.146), (0.146, 0.146), (0.146, 0.854), (0.854, 0.146)])
PY
