#!/usr/bin/env bash
# What: Of "if(c==1)", with two bits in c, Qiskit, Cirq and MQT take c[0] for the bit of value 1, and
#       QDK and QuTiP c[1]. So the same program applies its gate after other results, without a
#       message; all agree on registers of one bit, and on 0 and 3.
# Versions: qiskit 2.6.2, qiskit-aer 0.18.2, cirq-core 1.7.0, ply 3.11, mqt-core 3.11.0, mqt-ddsim 2.7.0, qdk 1.33.1,
#       qutip 5.3.1, qutip-qip 0.4.2, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: authors of programs in which a measurement of several qubits decides about a gate.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check qiskit==2.6.2 qiskit-aer==0.18.2 cirq-core==1.7.0 \
    ply==3.11 mqt-core==3.11.0 mqt-ddsim==2.7.0 qdk==1.33.1 qutip==5.3.1 qutip-qip==0.4.2; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

import cirq
from cirq.contrib.qasm_import import circuit_from_qasm
from mqt import ddsim
from mqt.core import load
from qdk import Result
from qdk.openqasm import run
from qiskit import qasm2, transpile
from qiskit_aer import AerSimulator
from qutip import basis, tensor
from qutip_qip.qasm import read_qasm

names = "qiskit qiskit-aer cirq-core ply mqt-core mqt-ddsim qdk qutip qutip-qip".split()
for name in names:
    print(name, version(name))
aer = AerSimulator()


def in_qiskit(program):
    (counts,) = aer.run(transpile(qasm2.loads(program), aer), shots=10).result().get_counts()
    return counts[0] == "1"


def in_cirq(program):
    return cirq.Simulator().run(circuit_from_qasm(program)).measurements["r_0"].item() == 1


def in_mqt(program):
    (counts,) = ddsim.CircuitSimulator(load(program)).simulate(10)
    return counts[0] == "1"


def in_qdk(program):
    ((_, (result,)),) = run(program, shots=1)
    return result == Result.One


def in_qutip(program):
    statistics = read_qasm(program, strmode=True).run_statistics(state=tensor([basis(2, 0)] * 3))
    return statistics.cbits[0][2] == 1


HEAD = 'OPENQASM 2.0;\ninclude "qelib1.inc";\nqreg q[3];\ncreg c[2];\ncreg r[1];\n'
REST = "measure q[0] -> c[0];\nmeasure q[1] -> c[1];\nif(c==1) x q[2];\nmeasure q[2] -> r[0];\n"
found = {}
for tool in (in_qiskit, in_cirq, in_mqt, in_qdk, in_qutip):
    found[tool.__name__] = [tool(f"{HEAD}x q[{bit}];\n{REST}") for bit in (0, 1)]
    print(f"{tool.__name__}: x with c[0] = 1: {found[tool.__name__][0]}, with c[1] = 1: {found[tool.__name__][1]}")
first, second = [True, False], [False, True]
sys.exit(list(found.values()) != [first, first, first, second, second])
PY
