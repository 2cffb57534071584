#!/usr/bin/env bash
# What: BQSKit reads "if(c==1) x q[1];" of OpenQASM 2 as "x q[1];", without a message or a warning, and
#       writes it so. A qubit that should be flipped after the result 1 is flipped always.
# Versions: bqskit 1.2.1, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: users who compile programs with feed-forward, such as a coin that is reset by its own result.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check bqskit==1.2.1; } || exit 2
cd "$folder"
cat > coin.qasm <<'QASM'
OPENQASM 2.0;
include "qelib1.inc";
qreg q[2];
creg c[1];
creg r[1];
h q[0];
measure q[0] -> c[0];
if(c==1) x q[1];
measure q[1] -> r[0];
QASM
env/bin/python -W always - <<'PY'
import logging
import sys
import warnings
from importlib.metadata import version

from bqskit import Circuit

print("bqskit", version("bqskit"))
logging.basicConfig(level=logging.INFO, stream=sys.stdout)
with warnings.catch_warnings(record=True) as messages:
    circuit = Circuit.from_file("coin.qasm")
circuit.save("written.qasm")
with open("written.qasm") as file:
    written = [line.strip() for line in file if line.strip() and " q[" in line]
print("operations:", [str(operation) for operation in circuit])
print("written:", written)
print("warnings:", len(messages))
sys.exit(not ("x q[1];" in written and not any("if" in line for line in written)))
PY
