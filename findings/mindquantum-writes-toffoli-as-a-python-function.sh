#!/usr/bin/env bash
# What: OpenQASM().to_string() of MindQuantum writes a Toffoli gate as "ccx <function join_qubit at 0x7f...>;", the text of a
#       Python function with its address, instead of the qubits. Other tools raise an error; MindQuantum's own from_string()
#       reads the gate as nothing, without a message, so that a circuit that ends in 1 ends in 0. cx, cz and swap are right.
# Versions: mindquantum 0.12.0, PyQASM 1.3.0, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who exports a circuit with an AND of two bits, such as a rule of the game, from MindQuantum.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check mindquantum==0.12.0 pyqasm==1.3.0; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import logging
import re
import sys
from importlib.metadata import version

import numpy as np
import pyqasm
from mindquantum.core import gates
from mindquantum.core.circuit import Circuit
from mindquantum.io import OpenQASM

for name in ("mindquantum", "pyqasm"):
    print(name, version(name))
logging.disable(logging.ERROR)
GATES = {"cx": gates.X.on(2, 1), "cz": gates.Z.on(2, 1), "swap": gates.SWAP.on([1, 2]), "ccx": gates.X.on(2, [0, 1])}


def last_qubit(circuit):
    probabilities = np.abs(circuit.get_qs()).reshape(-1) ** 2
    return int(probabilities.argmax() >> 2 & 1) if len(probabilities) == 8 else 0


seen = {}
for name, gate in GATES.items():
    circuit = Circuit([gates.X.on(0), gates.X.on(1), gate, gates.I.on(2)])
    text = OpenQASM().to_string(circuit)
    (line,) = [line for line in text.splitlines() if line.startswith(name)]
    try:
        pyqasm.loads(text).validate()
        is_read = True
    except Exception:
        is_read = False
    after = OpenQASM().from_string(text)
    shown = re.sub("0x[0-9a-f]+", "0x...", line)
    print(f"{shown} is read by PyQASM: {is_read}; gates before {len(circuit)} and after {len(after)};", end=" ")
    print(f"last qubit before {last_qubit(circuit)} and after {last_qubit(after)}")
    seen[name] = line, is_read, len(circuit) - len(after), last_qubit(circuit), last_qubit(after)
others = [seen[name][1:] for name in ("cx", "cz", "swap")]
is_function = re.fullmatch(r"ccx <function join_qubit at 0x[0-9a-f]+>;", seen["ccx"][0])
is_as_described = bool(is_function) and seen["ccx"][1:] == (False, 1, 1, 0)
sys.exit(not is_as_described or others != [(True, 0, 1, 1), (True, 0, 0, 0), (True, 0, 1, 1)])
PY
