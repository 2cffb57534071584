#!/usr/bin/env bash
# What: The fourth parameter of "cu(theta, phi, lambda, gamma)", the phase of the control, is dropped without a
#       message by Qibo and by quantum-circuit, which read a cu3. "cu(0, 0, 0, pi)" is a Z of the control in
#       Qiskit and pytket, and nothing in those two.
# Versions: qibo 0.3.6, qiskit 2.6.2, pytket 2.18.5, quantum-circuit 0.9.250, Python 3.11, Node 20, Linux x86-64.
# Date: 2026-11-28.
# Who: who takes programs from Qiskit, which writes cu into OpenQASM 2, to simulators of others.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check qibo==0.3.6 qiskit==2.6.2 pytket==2.18.5; } ||
  exit 2
cd "$folder"
npm install --silent --no-audit --no-fund quantum-circuit@0.9.250 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >share.cjs <<'JS'
const QuantumCircuit = require("quantum-circuit");
const circuit = new QuantumCircuit();
circuit.importQASM(require("node:fs").readFileSync("cu.qasm", "utf8"), (errors) => {
  if (errors?.length) throw new Error(JSON.stringify(errors));
});
circuit.run();
console.log(circuit.probabilities()[0]);
JS
env/bin/python -W ignore - <<'PY'
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import qibo
from pytket.qasm import circuit_from_qasm_str
from qiskit import QuantumCircuit, qasm2
from qiskit.quantum_info import Statevector

qibo.set_backend("numpy")
for name in ("qibo", "qiskit", "pytket"):
    print(name, version(name))
circuit = QuantumCircuit(2)
circuit.h(0)
circuit.cu(0, 0, 0, 3.141592653589793, 0, 1)
circuit.h(0)
PROGRAM = qasm2.dumps(circuit)
print(PROGRAM)
Path("cu.qasm").write_text(PROGRAM)
node = subprocess.run(["node", "--no-warnings", "share.cjs"], capture_output=True, text=True, check=True)
pytket = abs(circuit_from_qasm_str(PROGRAM).get_statevector()) ** 2
shares = {
    "Qiskit": Statevector(QuantumCircuit.from_qasm_str(PROGRAM)).probabilities([0])[1],
    "pytket": pytket[2] + pytket[3],
    "Qibo": (abs(qibo.Circuit.from_qasm(PROGRAM)().state()) ** 2)[2:].sum(),
    "quantum-circuit": float(node.stdout),
}
for name, share in shares.items():
    print(f"{name}: the control is 1 with probability {share:.3f}")
sys.exit([round(float(share), 3) for share in shares.values()] != [1.0, 1.0, 0.0, 0.0])
PY
