#!/usr/bin/env bash
# What: In QDK a gate of one's own with t/2 and -t/2 in its body turns by other angles: there, as in the
#       specification, t is an angle modulo a full turn, so half of -pi/2 is 3*pi/4, not -pi/4. In
#       Qiskit, Braket and MQT t is a number. The usual decomposition of a controlled rotation by pi/2
#       turns by -pi/2 in QDK, without a message.
# Versions: qiskit 2.6.2, qiskit-aer 0.18.2, qiskit-qasm3-import 0.6.0, amazon-braket-sdk 1.127.5, mqt-core 3.11.0,
#       mqt-ddsim 2.7.0, qdk 1.33.1, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: authors of programs that define gates with parameters, which other readers' include files lack.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check qiskit==2.6.2 qiskit-aer==0.18.2 \
    qiskit-qasm3-import==0.6.0 amazon-braket-sdk==1.127.5 mqt-core==3.11.0 mqt-ddsim==2.7.0 qdk==1.33.1; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import logging
import sys
from importlib.metadata import version

from braket.devices import LocalSimulator
from braket.ir.openqasm import Program
from mqt import ddsim
from mqt.core import load
from qdk import Result
from qdk.openqasm import run
from qiskit import qasm3, transpile
from qiskit_aer import AerSimulator

logging.disable(logging.WARNING)
names = "qiskit qiskit-aer qiskit-qasm3-import amazon-braket-sdk mqt-core mqt-ddsim qdk".split()
for name in names:
    print(name, version(name))
PROGRAM = """\
OPENQASM 3.0;
{include}
gate not a {{ U(pi, 0, pi) a; }}
gate turn(t) a {{ U(t, 0, 0) a; }}
gate half(t) a {{ turn(t/2) a; }}
gate controlled(t) a, b {{ turn(t/2) b; {cnot} a, b; turn(-t/2) b; {cnot} a, b; }}
qubit[2] q;
bit[2] b;
not q[0];
{lines}
b[0] = measure q[0];
b[1] = measure q[1];
"""
INCLUDE = 'include "stdgates.inc";'
SHOTS = 100

aer = AerSimulator()


def ones(counts, place):
    return sum(count for bits, count in counts.items() if bits[place] == "1")


found = []
for lines in ("turn(pi/4) q[1]; half(-pi/2) q[1];", "turn(pi/2) q[1]; controlled(pi/2) q[0], q[1];"):
    plain = PROGRAM.format(include="", cnot="cnot", lines=lines)
    program = PROGRAM.format(include=INCLUDE, cnot="cx", lines=lines)
    braket = LocalSimulator().run(Program(source=plain), shots=SHOTS).result()
    qiskit = aer.run(transpile(qasm3.loads(program), aer), shots=SHOTS).result()
    shares = {
        "Qiskit": ones(qiskit.get_counts(), 0),
        "Braket": ones(braket.measurement_counts, 1),
        "MQT": ones(ddsim.CircuitSimulator(load(program)).simulate(SHOTS), 0),
        "QDK": sum(bits[1] == Result.One for bits in run(program, shots=SHOTS)),
    }
    print(f"{lines} ones of {SHOTS}: {shares}")
    found.append(list(shares.values()))
sys.exit(found != [[0, 0, 0, SHOTS], [SHOTS, SHOTS, SHOTS, 0]])
PY
