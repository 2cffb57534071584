#!/usr/bin/env bash
# What: netcdfjs reads the signed bytes of a netCDF file as unsigned ones: -1 is 255, in variables and in attributes, where
#       netCDF's NC_BYTE goes from -128 to 127 and SciPy reads -1. Numbers of two, four and eight bytes have their sign.
# Versions: netcdfjs 4.0.0, Node 20; scipy 1.17.1, numpy 2.4.6, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who shows results as 1, 0 and -1, or evaluations in a byte, of a data set in the browser: lost games are the best.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check scipy==1.17.1 numpy==2.4.6; } || exit 2
cd "$folder"
npm install --silent --no-audit --no-fund netcdfjs@4.0.0 >npm.log 2>&1 || { cat npm.log; exit 2; }
env/bin/python - <<'PY'
from importlib.metadata import version

import numpy as np
from scipy.io import netcdf_file

print("scipy", version("scipy"))
TYPES = ("i1", "i2", "i4", "f8")
with netcdf_file("results.nc", "w") as file:
    file.createDimension("game", 4)
    for dtype in TYPES:
        file.createVariable(dtype, dtype, ("game",))[:] = [1, -1, 0, -128]
    file.worst = np.int8(-1)
with netcdf_file("results.nc", mmap=False) as file:
    print("SciPy reads", {dtype: file.variables[dtype][:].tolist() for dtype in TYPES}, "worst", int(file.worst))
PY
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import { NetCDFReader } from "netcdfjs";

console.log("netcdfjs", JSON.parse(readFileSync("node_modules/netcdfjs/package.json")).version);
const reader = new NetCDFReader(readFileSync("results.nc"));
const seen = Object.fromEntries(reader.variables.map(({ name }) => [name, String(reader.getDataVariable(name))]));
const worst = String(reader.globalAttributes.find(({ name }) => name === "worst").value);
const types = reader.variables.map(({ type }) => type).join();
console.log("netcdfjs reads", JSON.stringify(seen), `of ${types}, worst ${worst}`);
const right = "1,-1,0,-128";
const held =
  JSON.stringify(seen) === JSON.stringify({ i1: "1,255,0,128", i2: right, i4: right, f8: right }) &&
  worst === "255" &&
  types === "byte,short,int,double";
process.exit(held ? 0 : 1);
JS
node test.mjs
