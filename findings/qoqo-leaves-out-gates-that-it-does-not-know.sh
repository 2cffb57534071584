#!/usr/bin/env bash
# What: qoqo_qasm reads OpenQASM 2 without a message, but leaves out gates that it does not know, such as sdg, tdg, ch and crz,
#       and, from the first U, CX, condition, or gate or measurement of a whole register, all that follows: of a program that
#       begins with "h q;" nothing is left.
# Versions: qoqo 1.22.2, qoqo-qasm 0.16.0, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who takes circuits of a course or of another program to qoqo: they run, and their results are wrong.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check qoqo==1.22.2 qoqo-qasm==0.16.0; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

from qoqo_qasm import qasm_str_to_circuit

print("qoqo-qasm", version("qoqo-qasm"))
HEAD = 'OPENQASM 2.0;\ninclude "qelib1.inc";\nqreg q[2];\ncreg c[2];\n'


def operations(*statements):
    """Return the names of the operations that are read, without definitions."""
    names = [operation.hqslang() for operation in qasm_str_to_circuit(HEAD + "\n".join(statements) + "\n")]
    return [name for name in names if "Definition" not in name]


LAST = "y q[1];"
PROGRAMS = {
    ("cx q[0],q[1];", LAST): ["CNOT", "PauliY"],
    ("cp(0.3) q[0],q[1];", LAST): ["ControlledPhaseShift", "PauliY"],
    ("measure q[0] -> c[0];", LAST): ["MeasureQubit", "PauliY"],
    **{
        (f"{gate};", LAST): ["PauliY"]
        for gate in ("sdg q[0]", "tdg q[0]", "ch q[0],q[1]", "crz(0.3) q[0],q[1]", "cu1(0.3) q[0],q[1]", "nosuchgate q[0]")
    },
    **{
        (f"{statement};", LAST): []
        for statement in ("U(0.3,0.2,0.1) q[0]", "CX q[0],q[1]", "h q", "measure q -> c", "if(c==1) x q[0]")
    },
}
held = True
for statements, wanted in PROGRAMS.items():
    names = operations(*statements)
    print(f"{' '.join(statements):32}", *names or ["nothing"])
    held &= names == wanted
sys.exit(not held)
PY
