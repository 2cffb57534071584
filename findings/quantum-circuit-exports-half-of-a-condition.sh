#!/usr/bin/env bash
# What: quantum-circuit applies the gate of if(c==1) only if c is 1 when it simulates a circuit, and not if c is 3. Its exports
#       to Quil and pyQuil ask for the first bit alone, so that the gate is applied for 3, too, and likewise for 2; 0 and 3
#       are right. The exports to Braket and AQASM apply the gate always, and say nothing of the condition. (That to Cirq warns,
#       as its documentation does.)
# Versions: quantum-circuit 0.9.250, Node 20, Linux x86-64.
# Date: 2026-11-29.
# Who: who takes a circuit with corrections from the editor in a browser, whose library this is, to a simulator.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund quantum-circuit@0.9.250 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >export.mjs <<'JS'
import { readFileSync } from "node:fs";
import QuantumCircuit from "quantum-circuit";

console.log("quantum-circuit", JSON.parse(readFileSync("node_modules/quantum-circuit/package.json")).version);
const VALUES = [0, 1, 2, 3];
const load = (bits, value) => {
  const circuit = new QuantumCircuit();
  const flips = [0, 1].filter((bit) => (bits >> bit) & 1).map((bit) => `x q[${bit}];`);
  circuit.importQASM(`OPENQASM 2.0; include "qelib1.inc"; qreg q[3]; creg c[2]; ${flips.join(" ")}
measure q[0] -> c[0]; measure q[1] -> c[1]; if(c==${value}) x q[2];`);
  return circuit;
};
const simulate = (circuit) => {
  circuit.run();
  return circuit.probability(2) > 0.5;
};
const runQuil = (circuit, bits) => {
  const memory = [bits & 1, bits >> 1, 0];
  const at = (name) => Number(name.match(/^ro\[(\d)\]$/)[1]);
  const read = (name) => (name.startsWith("ro") ? memory[at(name)] : Number(name));
  const commands = {
    FALSE: (target) => (memory[at(target)] = 0),
    MOVE: (target, source) => (memory[at(target)] = read(source)),
    OR: (source, target) => (memory[at(target)] |= read(source)),
    AND: (source, target) => (memory[at(target)] &= read(source)),
    NOT: (target) => (memory[at(target)] = 1 - memory[at(target)]),
  };
  const text = circuit.exportToQuil({ comment: "" });
  const lines = text.slice(text.lastIndexOf("MEASURE")).split("\n").slice(1);
  for (const [command, ...names] of lines.filter(Boolean).map((line) => line.split(" "))) {
    if (command === "JUMP-WHEN") return memory[at(names[1])] === 1;
    commands[command](...names);
  }
  throw new Error("no condition");
};
const others = (circuit) => [circuit.exportToBraket({ comment: "", shots: 1 }), circuit.exportToAQASM({})];
const seen = { simulation: [], quil: [] };
let isSilent = true;
for (const value of VALUES) {
  seen.simulation.push(VALUES.filter((bits) => simulate(load(bits, value))));
  seen.quil.push(VALUES.filter((bits) => runQuil(load(bits, value), bits)));
  const texts = others(load(0, value));
  isSilent &&= !texts.some((text) => /if|condition|control|\?/i.test(text));
  isSilent &&= /circuit\.x\(2\)/.test(texts[0]) && /^X q\[2\]$/m.test(texts[1]);
  console.log(`if(c==${value}): applied for ${seen.simulation[value]} in the simulation, for ${seen.quil[value]} in Quil`);
}
console.log("exports to Braket and AQASM without a condition:", isSilent);
console.log(load(0, 1).exportToPyquil({ comment: "", shots: 1 }).match(/p\.if_then.*/)[0]);
const wanted = { simulation: [[0], [1], [2], [3]], quil: [[0], [1, 3], [2, 3], [3]] };
process.exit(isSilent && JSON.stringify(seen) === JSON.stringify(wanted) ? 0 : 1);
JS
node --no-warnings export.mjs
