#!/usr/bin/env bash
# What: Awkward Array reads whole numbers of JSON from 2⁶³ as negative ones of 64 bits, without a message: 2⁶⁴ - 1,
#       which its own to_json writes for an unsigned array, comes back as -1. A Python list of the same numbers is
#       refused. If a missing key of an unsigned array is filled with 0, all keys become rounded floats. (Issue 4243 of
#       scikit-hep/awkward, on the JSON, is open.)
# Versions: awkward 2.14.0, numpy 2.4.6, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who keeps games of different lengths, with their unsigned keys of 64 bits, in Awkward arrays and in JSON.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check awkward==2.14.0 numpy==2.4.6; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import json
import sys
from importlib.metadata import version

import awkward as ak
import numpy as np

print("awkward", version("awkward"), "numpy", version("numpy"))
keys = ak.unflatten(np.array([2**64 - 1, 2**63 + 5, 12], np.uint64), [2, 1])
text = ak.to_json(keys)
back = ak.from_json(text)
print(f"array: {keys.to_list()}, type {keys.type}")
print(f"to_json: {text}")
print(f"from_json: {back.to_list()}, type {back.type}")
try:
    refused = ak.from_iter(json.loads(text)) is None
except (OverflowError, RuntimeError, TypeError, ValueError) as error:
    refused = True
    print(f"from_iter: {type(error).__name__}")
missing = ak.pad_none(keys, 2)
filled = ak.fill_none(missing, 0)
print(f"with a missing key: {missing.to_list()}; filled by 0: {filled.to_list()}, type {filled.type}")
held = json.loads(text) == keys.to_list() and back.to_list() == [[-1, -(2**63) + 5], [12]]
rounded = filled.to_list() == [[float(2**64), float(2**63)], [12.0, 0.0]] and "float64" in str(filled.type)
sys.exit(not (held and refused and rounded))
PY
