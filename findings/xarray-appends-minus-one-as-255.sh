#!/usr/bin/env bash
# What: xarray appends -1 and 300 to a Zarr store of uint8 as 255 and 44, without a warning, and the halves 0.5 and -1.5
#       to one of integers as 0 and -2, with a warning that speaks only of NaN. Texts are refused ("Mismatched dtypes"),
#       even one that is longer than those of the store.
# Versions: xarray 2026.9.0, zarr 3.1.6, numpy 2.4.6, dask 2026.8.0, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who appends the values of each run to one store, if those of the first run are whole or not negative.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check xarray==2026.9.0 zarr==3.1.6 numpy==2.4.6 \
    dask==2026.8.0; } || exit 2
cd "$folder"
env/bin/python - <<'PY'
import sys
import warnings
from importlib.metadata import version

import numpy as np
import xarray as xr

for name in ("xarray", "zarr", "numpy", "dask"):
    print(name, version(name))
found = []
for number, (first, second) in enumerate((
    (np.array([1, 0], "uint8"), np.array([-1, 300])), (np.array([1, 0]), np.array([0.5, -1.5])),
    (np.array([1, 0]), np.array(["12"])), (np.array(["12"]), np.array(["12/12"])),
)):
    store = f"{number}.zarr"
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        xr.Dataset({"value": ("game", first)}).to_zarr(store, consolidated=False)
        try:
            xr.Dataset({"value": ("game", second)}).to_zarr(store, append_dim="game", consolidated=False)
        except ValueError as error:
            found.append(str(error).split(" for ")[0])
        else:
            stored = xr.open_zarr(store, consolidated=False)["value"].values.tolist()
            found.append((stored, [str(one.message) for one in caught if one.category is xr.SerializationWarning]))
    print(f"{first.dtype} {first.tolist()}, then {second.dtype} {second.tolist()}:", found[-1])
(wrapped, silent), (rounded, warned), *refused = found
sys.exit(not (wrapped == [1, 0, 255, 44] and not silent and rounded == [1, 0, 0, -2] and len(warned) == 1
              and "NaN" in warned[0] and refused == ["Mismatched dtypes"] * 2))
PY
