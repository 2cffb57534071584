#!/usr/bin/env bash
# What: The reference printer of OpenQASM 3 leaves out the parentheses of a power of a power: dumps(parse(...)) of (2**3)**2,
#       which is 64, is 2 ** 3 ** 2, which is 512 for its own parser, as powers group from the right. The quarter
#       (2.0**-1)**2 becomes 2.0 ** (-1) ** 2, which is 2. oqpy writes its programs by this printer, and so writes
#       a ** b ** 2 for (a ** b) ** 2.
# Versions: openqasm3 1.0.1, oqpy 0.3.11, PyQASM 1.3.0, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who writes or rewrites OpenQASM 3 in Python: a circuit that is read and printed turns by another angle.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check "openqasm3[parser]==1.0.1" oqpy==0.3.11 \
    pyqasm==1.3.0; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

import oqpy
import pyqasm
from openqasm3 import dumps, parse

for name in ("openqasm3", "oqpy", "pyqasm"):
    print(name, version(name))
HEAD = 'OPENQASM 3.0;\ninclude "stdgates.inc";\nqubit[1] q;\n'


def angle(program):
    module = pyqasm.loads(program)
    module.unroll()
    (line,) = [line for line in pyqasm.dumps(module).splitlines() if line.startswith("rx(")]
    return float(line.split("(")[1].split(")")[0])


seen = {}
for term in ("(2**3)**2", "2**(3**2)", "(2.0**-1)**2"):
    program = f"{HEAD}rx({term}) q[0];\n"
    printed = dumps(parse(program))
    line = printed.splitlines()[-1]
    is_same_program = parse(printed) == parse(program)
    seen[term] = is_same_program, angle(program), angle(printed)
    print(f"rx({term}) q[0]; is printed as {line}: angle {seen[term][1]} before and {seen[term][2]} after")
program = oqpy.Program()
a, b, c = (oqpy.IntVar(value, name) for value, name in ((2, "a"), (3, "b"), (0, "c")))
program.set(c, (a**b) ** 2)
by_oqpy = program.to_qasm().splitlines()[-1]
print("oqpy writes (a**b)**2 as", by_oqpy)
wanted = {"(2**3)**2": (False, 64, 512), "2**(3**2)": (True, 512, 512), "(2.0**-1)**2": (False, 0.25, 2)}
sys.exit(seen != wanted or by_oqpy.replace(" ", "") != "c=a**b**2;")
PY
