#!/usr/bin/env bash
# What: The eigenvectors that mathjs gives of a real symmetric matrix have the length 1 and are orthogonal. If the
#       matrix is Hermitian with a complex entry, the lengths vary, and those of an eigenvalue that occurs twice are
#       not orthogonal. So the sum of the eigenvalues times |v><v| is not the matrix: of Pauli's Y it is 2Y, and of a
#       density matrix its trace is not 1. NumPy's eigh gives the matrix. (Issue 3534 of mathjs, open, shows such
#       vectors.)
# Versions: mathjs 15.2.0, Node 20; numpy 2.4.6, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: lessons and simulators in a browser that measure in the basis of an observable: chances of 1 and 1 for two
#      outcomes.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check numpy==2.4.6; } || exit 2
cd "$folder"
npm install --silent --no-audit --no-fund mathjs@15.2.0 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >test.mjs <<'JS'
import { complex, eigs } from "mathjs";

const parts = (value) => [value.re ?? value, value.im ?? 0];
// Real entries stay numbers; only the others become complex.
const entry = ([re, im]) => (im === 0 ? re : complex(re, im));
const solve = (matrix) => {
  const { eigenvectors } = eigs(matrix.map((row) => row.map(entry)));
  return eigenvectors.map(({ value, vector }) => [parts(value), vector.map(parts)]);
};
console.log(JSON.stringify(JSON.parse(process.argv[2]).map(solve)));
JS
env/bin/python - <<'PY'
import json
import subprocess
import sys
from pathlib import Path

import numpy as np

print("mathjs", json.loads(Path("node_modules/mathjs/package.json").read_text())["version"])
print("numpy", np.__version__)
state = np.array([1, 1j, 1]) / np.sqrt(3)
# Matrix, whether it is real.
CASES = {
    "Pauli's X": (np.array([[0, 1], [1, 0]]), True),
    "Pauli's Y": (np.array([[0, -1j], [1j, 0]]), False),
    "half of I+Y": (np.array([[1, -1j], [1j, 1]]) / 2, False),
    "real density": (np.full((3, 3), 1 / 3), True),
    "complex density": (np.outer(state, state.conj()), False),
}
matrices = [[[[z.real, z.imag] for z in row] for row in np.asarray(matrix, complex)] for matrix, _ in CASES.values()]
command = ["node", "test.mjs", json.dumps(matrices)]
solved = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def rebuild(values, vectors):
    return sum(value * np.outer(vector, vector.conj()) for value, vector in zip(values, vectors, strict=True))


held = True
for (name, (matrix, is_real)), pairs in zip(CASES.items(), solved, strict=True):
    values = [complex(*value) for value, _ in pairs]
    vectors = [np.array([complex(*z) for z in vector]) for _, vector in pairs]
    exact = all(np.allclose(matrix @ vector, value * vector) for value, vector in zip(values, vectors, strict=True))
    squares = [round(float(np.vdot(vector, vector).real), 3) for vector in vectors]
    gram = np.array([[abs(np.vdot(a, b)) for b in vectors] for a in vectors])
    overlap = float((gram - np.diag(np.diag(gram))).max())
    built = rebuild(values, vectors)
    numbers, columns = np.linalg.eigh(matrix)
    print(
        f"{name}: squared lengths {squares}, largest overlap {overlap:.2f}; "
        f"sum of value |v><v| has the trace {built.trace().real:.3f} of {matrix.trace().real:.3f}, norm "
        f"{np.linalg.norm(built):.3f} of {np.linalg.norm(matrix):.3f}"
    )
    held = held and exact and np.allclose(built, matrix) == is_real and np.allclose(rebuild(numbers, columns.T), matrix)
    if name == "complex density":
        held = held and overlap > 0.1 and abs(built.trace() - 1) > 0.1
    if name == "Pauli's Y":
        held = held and np.allclose(built, 2 * matrix)
sys.exit(not held)
PY
