#!/usr/bin/env bash
# What: Each sample of a Gymnasium Box of all integers of 64 bits is its lowest one: 0 for uint64, -2**63 for int64. A
#       Box from 0 to 2**63 - 1 cannot be sampled ("high - low < 0"), and a thousand numbers from 0 to 2**62 are all even.
# Versions: gymnasium 1.4.0, numpy 2.4.6, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: environments with keys, hashes or bit boards in their observations, which are tested with samples of the space.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check gymnasium==1.4.0 numpy==2.4.6; } || exit 2
cd "$folder"
env/bin/python - <<'PY'
import sys
from importlib.metadata import version

import numpy as np
from gymnasium.spaces import Box

for name in ("gymnasium", "numpy"):
    print(name, version(name))
seen = []
for low, high, dtype in (
    (0, 2**64 - 1, np.uint64), (-(2**63), 2**63 - 1, np.int64), (0, 2**63 - 1, np.int64),
    (0, 2**62, np.int64), (0, 2**32 - 1, np.uint32),
):
    space = Box(low, high, (1000,), dtype, seed=1)
    try:
        sample = space.sample()
    except ValueError as error:
        seen.append(str(error))
    else:
        seen.append((len(np.unique(sample)), int((sample % 2).sum()), bool((sample == low).all())))
    print(f"1000 numbers of {np.dtype(dtype)} from {low} to {high}, distinct, odd, all the lowest:", seen[-1])
everything, signed, half, even, short = seen
sys.exit(not (everything == signed == (1, 0, True) and half == "high - low < 0" and even == (1000, 0, False)
              and short[1] > 400))
PY
