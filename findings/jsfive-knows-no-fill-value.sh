#!/usr/bin/env bash
# What: jsfive gives undefined for the parts of an HDF5 data set that were never written, where HDF5 says, and h5py and
#       h5wasm read, the fill value: 0, or what the data set names. Within a chunk of which one value was written the fill
#       values are right. Sums are NaN then, and undefined < 1 is false, without a message.
# Versions: jsfive 0.4.2, h5wasm 0.10.3, h5py 3.16.0, Node 20, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who shows a table of positions or results in the browser, of which a program has filled only a part so far.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check h5py==3.16.0; } || exit 2
cd "$folder"
npm install --silent --no-audit --no-fund jsfive@0.4.2 h5wasm@0.10.3 >npm.log 2>&1 || { cat npm.log; exit 2; }
env/bin/python - <<'PY'
import h5py

print("h5py", h5py.__version__)
with h5py.File("values.h5", "w") as file:
    file.create_dataset("whole", shape=(4,), dtype="i1", fillvalue=-1)
    chunks = file.create_dataset("chunks", shape=(4,), chunks=(2,), dtype="i1", fillvalue=-1)
    chunks[0] = 7
    zeros = file.create_dataset("zeros", shape=(4,), chunks=(2,), dtype="i1")
    zeros[0] = 7
with h5py.File("values.h5") as file:
    print("h5py:  ", {name: data[:].tolist() for name, data in file.items()})
PY
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import * as jsfive from "jsfive";
import h5wasm from "h5wasm/node";

for (const name of ["jsfive", "h5wasm"])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
await h5wasm.ready;
const NAMES = ["whole", "chunks", "zeros"];
const values = (file) => NAMES.map((name) => Array.from(file.get(name).value));
const bytes = readFileSync("values.h5");
const File = jsfive.File ?? jsfive.default.File;
const five = values(new File(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)));
const wasm = values(new h5wasm.File("values.h5", "r"));
console.log("h5wasm:", wasm, "\njsfive:", five);
const none = undefined;
const same = (lists, wanted) =>
  lists.every((list, at) => list.length === 4 && list.every((value, index) => value === wanted[at][index]));
const held =
  same(wasm, [[-1, -1, -1, -1], [7, -1, -1, -1], [7, 0, 0, 0]]) &&
  same(five, [[none, none, none, none], [7, -1, none, none], [7, 0, none, none]]);
process.exit(held ? 0 : 1);
JS
node test.mjs
