#!/usr/bin/env bash
# What: "cx a,b;" of two registers means cx a[0],b[0] and cx a[1],b[1] in OpenQASM 2. Tequila reads it as a gate on each
#       qubit of b that is controlled by all of a, without a message, even if it is asked to be rigorous: a Toffoli
#       gate. With a[0] set alone, b stays 00 and should become 10. "cz a,b;" is read likewise; pytket reads both as
#       they are.
# Versions: tequila-basic 1.9.12, pytket 2.18.5, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who keeps the two squares of each mark in two registers and entangles them by one statement.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check tequila-basic==1.9.12 pytket==2.18.5; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import importlib.metadata
import sys

import tequila
from pytket.qasm import circuit_from_qasm_str

print(*(f"{name} {importlib.metadata.version(name)}" for name in ("tequila-basic", "pytket")))
is_as_described = True
for gate in ("cx", "cz"):
    program = f'OPENQASM 2.0;\ninclude "qelib1.inc";\nqreg a[2];\nqreg b[2];\n{gate} a,b;\n'
    circuit = tequila.import_open_qasm(program, rigorous=True)
    own = [(operation.control, operation.target) for operation in circuit.gates]
    commands = circuit_from_qasm_str(program).get_commands()
    other = [" ".join(str(qubit) for qubit in command.qubits) for command in commands]
    print(f"{gate} a,b: controls and target in tequila, with a = 0, 1 and b = 2, 3: {own}; in pytket: {other}")
    is_as_described &= own == [((0, 1), (2,)), ((0, 1), (3,))] and sorted(other) == ["a[0] b[0]", "a[1] b[1]"]
sys.exit(not is_as_described)
PY
