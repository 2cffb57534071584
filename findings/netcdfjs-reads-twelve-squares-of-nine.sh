#!/usr/bin/env bash
# What: netcdfjs takes the bytes by which netCDF fills up a variable to a multiple of four for values: nine squares of one byte
#       are twelve numbers, three of two bytes four, and in every record of an unlimited dimension one byte is four numbers.
#       The shape that the file states is not looked at. Variables of four or eight bytes are right, and SciPy reads all.
# Versions: netcdfjs 4.0.0, Node 20; scipy 1.17.1, numpy 2.4.6, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who shows boards or results of a data set in netCDF in the browser: counts and means include the filling.

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

from scipy.io import netcdf_file

print("scipy", version("scipy"))
COLUMNS = {
    "squares": ("i1", ("square",), [1, 2, 3, 4, 5, 6, 7, 8, 9]), "scores": ("i2", ("player",), [10, 20, 30]),
    "wide": ("i4", ("player",), [10, 20, 30]), "winner": ("i1", ("game",), [1, 2]), "length": ("i4", ("game",), [7, 8]),
}
with netcdf_file("games.nc", "w") as file:
    for name, size in (("game", None), ("square", 9), ("player", 3)):
        file.createDimension(name, size)
    for name, (dtype, dimensions, values) in COLUMNS.items():
        file.createVariable(name, dtype, dimensions)[:len(values)] = values
with netcdf_file("games.nc", mmap=False) as file:
    print("SciPy reads   ", {name: file.variables[name][:].tolist() for name in COLUMNS})
PY
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import { NetCDFReader } from "netcdfjs";

console.log("netcdfjs", JSON.parse(readFileSync("node_modules/netcdfjs/package.json")).version);
const reader = new NetCDFReader(readFileSync("games.nc"));
const seen = Object.fromEntries(reader.variables.map(({ name }) => [name, reader.getDataVariable(name)]));
console.log("netcdfjs reads", JSON.stringify(seen));
const starts = (numbers, wanted, length) => numbers.length === length && String(numbers.slice(0, wanted.length)) === String(wanted);
const held =
  starts(seen.squares, [1, 2, 3, 4, 5, 6, 7, 8, 9], 12) &&
  starts(seen.scores, [10, 20, 30], 4) &&
  starts(seen.wide, [10, 20, 30], 3) &&
  starts(seen.winner[0], [1], 4) &&
  starts(seen.winner[1], [2], 4) &&
  starts(seen.length, [7, 8], 2);
process.exit(held ? 0 : 1);
JS
node test.mjs
