#!/usr/bin/env bash
# What: quantum-circuit, a simulator in JavaScript, turns by twice the angle for "rxx(a)" of OpenQASM 2, though
#       not for "rzz(a)". And it binds the arguments of a gate that the program defines in the order in which the
#       body first uses the parameters: "gate g(a,b) q { rz(b) q; rx(a) q; }" turns rx by the second argument.
# Versions: quantum-circuit 0.9.250, Node 20, Linux x86-64.
# Date: 2026-11-28.
# Who: who runs programs of other tools in the browser: wrong states, without a message.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund quantum-circuit@0.9.250 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >test.cjs <<'JS'
const QuantumCircuit = require("quantum-circuit");
console.log("quantum-circuit", require("quantum-circuit/package.json").version);
const HEAD = 'OPENQASM 2.0;\ninclude "qelib1.inc";\n';
const QUBITS = "qreg q[2];\n";
const PROGRAMS = {
  "rxx(pi/3) q[0],q[1];": [QUBITS, 0.75],
  "h q; rzz(pi/3) q[0],q[1]; h q;": [QUBITS, 0.75],
  "f(pi/3,pi) q[0];": ["gate f(a,b) q { rx(a) q; rz(b) q; }\n" + QUBITS, 0.75],
  "g(pi/3,pi) q[0];": ["gate g(a,b) q { rz(b) q; rx(a) q; }\n" + QUBITS, 0.75],
};
const seen = [];
for (const [body, [head, exact]] of Object.entries(PROGRAMS)) {
  const circuit = new QuantumCircuit();
  circuit.importQASM(HEAD + head + body, (errors) => {
    if (errors?.length) throw new Error(JSON.stringify(errors));
  });
  circuit.run();
  seen.push((1 - circuit.probabilities()[0]).toFixed(2));
  console.log(`${head.trim()} ${body} q[0] is 0 with probability ${seen.at(-1)}, exact ${exact}`);
}
process.exit(seen.join(" ") === "0.25 0.75 0.75 0.00" ? 0 : 1);
JS
node --no-warnings test.cjs
