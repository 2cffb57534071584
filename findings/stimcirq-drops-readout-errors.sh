#!/usr/bin/env bash
# What: stimcirq translates a Cirq measurement with a confusion map, which is how Cirq describes errors of the
#       readout, as a measurement without errors: a qubit in state 0 that Cirq reads as 1 in a fifth of the cases
#       is always 0 in Stim. A mask that inverts the result, and a bit flip before it, are translated.
# Versions: stim 1.16.0, stimcirq 1.16.0, cirq-core 1.7.0, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who reads the circuit of a loop in Cirq, as docs/six-tools.md does, adds a device's errors of the readout, and
#      samples it in Stim: no qubit contradicts the bit of its shot, so the noise is estimated as 0.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check stim==1.16.0 stimcirq==1.16.0 \
    cirq-core==1.7.0; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

import cirq
import numpy as np
import stimcirq

for name in ("stim", "stimcirq", "cirq-core"):
    print(name, version(name))
SHOTS = 20000
qubit = cirq.LineQubit(0)
confused = np.array([[0.8, 0.2], [0.2, 0.8]])
CIRCUITS = {
    "confusion map": cirq.Circuit(cirq.measure(qubit, key="m", confusion_map={(0,): confused})),
    "bit flip before": cirq.Circuit(cirq.bit_flip(0.2)(qubit), cirq.measure(qubit, key="m")),
    "inverted": cirq.Circuit(cirq.measure(qubit, key="m", invert_mask=(True,))),
}
seen = []
for name, circuit in CIRCUITS.items():
    in_cirq = cirq.Simulator().run(circuit, repetitions=SHOTS).measurements["m"].mean()
    translated = stimcirq.cirq_circuit_to_stim_circuit(circuit)
    in_stim = translated.compile_sampler().sample(SHOTS).mean()
    print(f"{name}: share of ones {in_cirq:.2f} in Cirq, {in_stim:.2f} in Stim:", *str(translated).splitlines())
    seen.append((round(float(in_cirq), 1), round(float(in_stim), 1)))
sys.exit(seen != [(0.2, 0.0), (0.2, 0.2), (1.0, 1.0)])
PY
