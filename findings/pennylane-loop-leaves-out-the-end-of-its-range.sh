#!/usr/bin/env bash
# What: "for int i in [0:2]" runs three times in OpenQASM 3, whose ranges have both ends, as Braket
#       has it. PennyLane's from_qasm3 runs it twice, as a range of Python, without a message.
# Versions: pennylane 0.45.1, openqasm3 1.0.1, amazon-braket-sdk 1.127.5, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: users who bring OpenQASM 3 with loops to PennyLane.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check pennylane==0.45.1 'openqasm3[parser]==1.0.1' \
    amazon-braket-sdk==1.127.5; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import logging
import sys
from importlib.metadata import version

import pennylane
from braket.devices import LocalSimulator
from braket.ir.openqasm import Program

logging.disable(logging.WARNING)
for name in ("pennylane", "openqasm3", "amazon-braket-sdk"):
    print(name, version(name))
found = []
for loop in ("[0:2]", "[0:2:4]", "{0, 1, 2}"):
    head, body = "OPENQASM 3.0; qubit q;", f"for int i in {loop} {{ x q; }}"

    @pennylane.qnode(pennylane.device("default.qubit", wires=["q"]))
    def flipped():
        pennylane.from_qasm3(f"{head} {body}", {})()
        return pennylane.probs(wires=["q"])

    program = Program(source=f"{head} bit b; {body} b = measure q;")
    braket = LocalSimulator().run(program, shots=10).result().measurement_counts
    share = float(flipped()[1])
    print(f"x for int i in {loop}: PennyLane has 1 with probability {share:g}, Braket {dict(braket)}")
    found.append((round(share), *braket))
sys.exit(found != [(0, "1"), (0, "1"), (1, "1")])
PY
