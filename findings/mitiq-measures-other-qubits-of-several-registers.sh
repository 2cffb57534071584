#!/usr/bin/env bash
# What: With several quantum registers Mitiq applies the gates of a folded Qiskit circuit to qubits in
#       alphabetical order of their registers, but measures those of the original: of "work" and "data" in this
#       order, an X on work[0] becomes one on data[0], so the result 01 becomes 10. Names in alphabetical order
#       are right.
# Versions: mitiq 1.1.0, qiskit 2.6.2, qiskit-aer 0.18.2, cirq-core 1.6.1, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who extrapolates to zero noise, for circuits with named registers: the scaled circuit is another one.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check mitiq==1.1.0 qiskit==2.6.2 \
    qiskit-aer==0.18.2 cirq-core==1.6.1 ply==3.11; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

from mitiq.zne.scaling import fold_all, fold_global
from qiskit import ClassicalRegister, QuantumCircuit, QuantumRegister, transpile
from qiskit_aer import AerSimulator

for name in ("mitiq", "qiskit", "qiskit-aer", "cirq-core"):
    print(name, version(name))


def program(first, second):
    """Flip the first register's qubit, and measure it into the right bit, the other into the left."""
    circuit = QuantumCircuit(QuantumRegister(1, first), QuantumRegister(1, second), ClassicalRegister(2, "c"))
    circuit.x(0)
    circuit.measure([0, 1], [0, 1])
    return circuit


def result(circuit):
    device = AerSimulator()
    return next(iter(device.run(transpile(circuit, device), shots=10).result().get_counts()))


seen = {}
for names in (("data", "work"), ("work", "data")):
    for fold in (fold_global, fold_all):
        circuit = program(*names)
        seen[*names, fold.__name__] = result(circuit), result(fold(circuit, 3.0))
        print(*names, fold.__name__, "gives, before and after:", *seen[*names, fold.__name__])
print(fold_global(program("work", "data"), 3.0))
wanted = [("01", "01"), ("01", "01"), ("01", "10"), ("01", "10")]
sys.exit(list(seen.values()) != wanted)
PY
