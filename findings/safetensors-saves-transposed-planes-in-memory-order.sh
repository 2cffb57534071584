#!/usr/bin/env bash
# What: safetensors.numpy saves a transposed array with the shape of the view and the numbers in the order of
#       the memory: planes with their channels moved to the end are read back scrambled, without a
#       message. The same with every second row of an array. Copies are right.
# Versions: safetensors 0.8.0, numpy 2.4.6, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: users who store observations or weights of networks, in the other order of channels.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check safetensors==0.8.0 numpy==2.4.6; } || exit 2
cd "$folder"
env/bin/python -W error - <<'PY'
import sys
from importlib.metadata import version

import numpy as np
from safetensors.numpy import load, save

for name in ("safetensors", "numpy"):
    print(name, version(name))
planes = np.arange(12, dtype=np.uint8).reshape(3, 2, 2)
found = {}
for name, array in (
    ("as it is", planes),
    ("channels last", planes.transpose(1, 2, 0)),
    ("channels last, copied", np.ascontiguousarray(planes.transpose(1, 2, 0))),
    ("every second plane", planes[::2]),
):
    read = load(save({"planes": array}))["planes"]
    found[name] = bool(np.array_equal(read, array))
    print(f"{name}: first numbers {array.ravel()[:4].tolist()}, read {read.ravel()[:4].tolist()}, equal: {found[name]}")
read = load(save({"planes": planes.transpose(1, 2, 0)}))["planes"]
is_in_memory_order = read.shape == (2, 2, 3) and read.ravel().tolist() == planes.ravel().tolist()
sys.exit(list(found.values()) != [True, False, True, False] or not is_in_memory_order)
PY
