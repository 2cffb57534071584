#!/usr/bin/env bash
# What: "ry(1/2*pi)" is a fair coin in Cirq and PennyLane, and no rotation at all in Qiskit, Braket and
#       QDK: 1/2 of two integers is 0 in OpenQASM 3, as those three have it. The same program gives
#       shares of a half or always 0, without a message.
# Versions: qiskit 2.6.2, qiskit-aer 0.18.2, qiskit-qasm3-import 0.6.0, cirq-core 1.7.0, ply 3.11, pennylane 0.45.1,
#       openqasm3 1.0.1, amazon-braket-sdk 1.127.5, qdk 1.33.1, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: authors of programs and exporters that write angles as fractions of pi.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check qiskit==2.6.2 qiskit-aer==0.18.2 \
    qiskit-qasm3-import==0.6.0 cirq-core==1.7.0 ply==3.11 pennylane==0.45.1 \
    'openqasm3[parser]==1.0.1' amazon-braket-sdk==1.127.5 qdk==1.33.1; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import logging
import sys
from importlib.metadata import version

import cirq
import pennylane
from braket.devices import LocalSimulator
from braket.ir.openqasm import Program
from cirq.contrib.qasm_import import circuit_from_qasm
from qdk import Result
from qdk.openqasm import run
from qiskit import qasm3, transpile
from qiskit_aer import AerSimulator

logging.disable(logging.WARNING)
for name in ("qiskit", "qiskit-aer", "qiskit-qasm3-import", "cirq-core", "pennylane"):
    print(name, version(name))
for name in ("openqasm3", "amazon-braket-sdk", "qdk"):
    print(name, version(name))
PLAIN = "OPENQASM 3.0;\nqubit[1] q;\nbit[1] b;\nry(1/2*pi) q[0];\nb[0] = measure q[0];\n"
COIN = PLAIN.replace("3.0;", '3.0;\ninclude "stdgates.inc";')
SHOTS = 1000

aer = AerSimulator()
device = pennylane.device("default.qubit", wires=["q"])


@pennylane.qnode(device)
def coin():
    pennylane.from_qasm3("OPENQASM 3.0; qubit q; ry(1/2*pi) q;", {})()
    return pennylane.probs(wires=["q"])


braket = LocalSimulator().run(Program(source=PLAIN), shots=SHOTS).result()
qiskit = aer.run(transpile(qasm3.loads(COIN), aer), shots=SHOTS).result()
shares = {
    "Qiskit": qiskit.get_counts().get("1", 0) / SHOTS,
    "Braket": braket.measurement_counts["1"] / SHOTS,
    "QDK": sum(shot == [Result.One] for shot in run(COIN, shots=SHOTS)) / SHOTS,
    "Cirq": cirq.Simulator().run(circuit_from_qasm(COIN), repetitions=SHOTS).measurements["b_0"].mean(),
    "PennyLane": float(coin()[1]),
}
for name, share in shares.items():
    print(f"{name}: share of ones {share:.3f}")
sys.exit([round(share, 1) for share in shares.values()] != [0.0, 0.0, 0.0, 0.5, 0.5])
PY
