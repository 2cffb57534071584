#!/usr/bin/env bash
# What: If two measurements of one qubit follow each other, MQT DDSIM leaves the first bit at 0: of
#       "x; b[0] = measure q; b[1] = measure q" it samples 10 instead of 11. A barrier of the register
#       between them, or any gate, gives the right bits.
# Versions: mqt-core 3.11.0, mqt-ddsim 2.7.0, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: users who repeat a measurement, for example to estimate readout errors or to copy a coin.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check mqt-core==3.11.0 mqt-ddsim==2.7.0; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

from mqt import ddsim
from mqt.core import load

for name in ("mqt-core", "mqt-ddsim"):
    print(name, version(name))
HEAD = 'OPENQASM 3.0;\ninclude "stdgates.inc";\nqubit[1] q; bit[2] b; '
found = []
for program in (
    "x q[0]; b[0] = measure q[0]; b[1] = measure q[0];",
    "h q[0]; b[0] = measure q[0]; b[1] = measure q[0];",
    "x q[0]; b[0] = measure q[0]; barrier q; b[1] = measure q[0];",
):
    counts = dict(ddsim.CircuitSimulator(load(HEAD + program)).simulate(1000))
    print(program, "bits b[1] b[0]:", counts)
    found.append(set(counts))
sys.exit(found != [{"10"}, {"00", "10"}, {"11"}])
PY
