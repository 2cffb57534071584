#!/usr/bin/env bash
# What: zarrita reads the fill value of a Zarr array by JSON.parse: the largest number of 64 bits, 2^64-1, is rounded to
#       2^64, which is 0 in 64 bits, so that chunks that were never written are 0, where zarr-python gives 2^64-1. Other
#       fill values from 2^53 are rounded. Within a chunk of which a part was written, and for uint8, all is right.
#       Issue 334 of zarr-specs discusses such numbers in JSON.
# Versions: zarrita 0.7.5, @zarrita/storage 0.2.0, Node 20; zarr 3.1.6, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who marks empty entries of a table of position keys by the largest number: in the browser they have the key 0.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check zarr==3.1.6 numpy==2.4.6; } || exit 2
cd "$folder"
npm install --silent --no-audit --no-fund zarrita@0.7.5 @zarrita/storage@0.2.0 >npm.log 2>&1 || { cat npm.log; exit 2; }
env/bin/python - <<'PY'
import zarr

print("zarr", zarr.__version__)
for name, dtype, fill in (("largest", "uint64", 2**64 - 1), ("odd", "int64", 2**53 + 1), ("byte", "uint8", 255)):
    for version in (2, 3):
        path = f"{name}{version}.zarr"
        array = zarr.create_array(path, shape=(4,), chunks=(2,), dtype=dtype, fill_value=fill, zarr_format=version)
        array[0] = 7
    print(f"zarr: {name}, {array[:].tolist()}")
PY
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import { FileSystemStore } from "@zarrita/storage";
import * as zarr from "zarrita";

for (const name of ["zarrita", "@zarrita/storage"])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
const read = async (name) => {
  const array = await zarr.open(new FileSystemStore(`${process.cwd()}/${name}.zarr`), { kind: "array" });
  const values = Array.from((await zarr.get(array)).data, String).join();
  console.log(`zarrita: ${name}, format ${name.slice(-1)}, [${values}]`);
  return values;
};
const WANTED = {
  largest: "7,18446744073709551615,0,0",
  odd: "7,9007199254740993,9007199254740992,9007199254740992",
  byte: "7,255,255,255",
};
let held = true;
for (const [name, wanted] of Object.entries(WANTED))
  for (const version of [2, 3]) held = (await read(name + version)) === wanted && held;
process.exit(held ? 0 : 1);
JS
node test.mjs
