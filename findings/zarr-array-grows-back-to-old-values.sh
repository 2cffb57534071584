#!/usr/bin/env bash
# What: A Zarr array that was shrunk and enlarged again has its old values where they share a chunk with the rest, and
#       the fill value elsewhere; what append adds can be followed by an old value. An HDF5 data set of the same chunks
#       has fill values everywhere.
# Versions: zarr 3.1.6, h5py 3.16.0, numpy 2.4.6, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who removes the last games of a store, for example of an interrupted run, and continues it.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check zarr==3.1.6 h5py==3.16.0 numpy==2.4.6; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys

import h5py
import numpy as np
import zarr

print("zarr", zarr.__version__, "h5py", h5py.__version__, "numpy", np.__version__)
STORED = np.arange(1, 11)


def resized(array, *sizes):
    for size in sizes:
        array.resize((size,))
    return array[:].tolist()


def in_zarr():
    array = zarr.create_array(store={}, shape=STORED.shape, chunks=(4,), dtype=STORED.dtype, fill_value=0)
    array[:] = STORED
    return array


with h5py.File("games.h5", "w") as file:
    data = file.create_dataset("games", data=STORED, chunks=(4,), maxshape=(None,), fillvalue=0)
    in_hdf5 = resized(data, 5, 10)
again = resized(in_zarr(), 5, 10)
appended = in_zarr()
appended.resize((5,))
appended.append(np.array([99]))
continued = resized(appended, 8)
print("HDF5, 10 numbers in chunks of 4, then 5, then 10:", in_hdf5)
print("Zarr, the same:", again)
print("Zarr, then 5, append 99, then 8:", continued)
five = [1, 2, 3, 4, 5]
sys.exit(not (in_hdf5 == five + [0] * 5 and again == five + [6, 7, 8, 0, 0] and continued == five + [99, 7, 8]))
PY
