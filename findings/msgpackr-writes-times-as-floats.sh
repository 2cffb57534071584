#!/usr/bin/env bash
# What: msgpackr writes every whole number from 2**32 on as a float, and so does cbor-x of the same author for CBOR: a
#       time in milliseconds is 1764374400000.0 for msgpack and cbor2 in Python, and msgspec refuses it as an int.
#       @msgpack/msgpack writes integers. The README of msgpackr speaks of floats for numbers that are not whole.
# Versions: msgpackr 2.1.3, cbor-x 1.6.8, @msgpack/msgpack 3.1.3, msgpack 1.2.4, msgspec 0.22.0, cbor2 6.2.1, Node 20,
#       Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who sends times or keys of positions from a page to a server in Python, Rust or Go.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check msgpack==1.2.4 msgspec==0.22.0 \
    cbor2==6.2.1; } || exit 2
cd "$folder"
npm install --silent --no-audit --no-fund msgpackr@2.1.3 cbor-x@1.6.8 @msgpack/msgpack@3.1.3 >npm.log 2>&1 ||
  { cat npm.log; exit 2; }
cat >write.mjs <<'JS'
import { encode as encodeMsgpack } from "@msgpack/msgpack";
import { encode as encodeCbor } from "cbor-x";
import { pack } from "msgpackr";

const VALUES = [2 ** 32 - 1, 2 ** 32, 1764374400000];
const written = { "@msgpack/msgpack": encodeMsgpack(VALUES), msgpackr: pack(VALUES), "cbor-x": encodeCbor(VALUES) };
for (const [name, bytes] of Object.entries(written)) written[name] = Buffer.from(bytes).toString("hex");
console.log(JSON.stringify(written));
JS
env/bin/python -W ignore - <<'PY'
import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import cbor2
import msgpack
import msgspec

for name in ("msgpackr", "cbor-x", "@msgpack/msgpack"):
    print(name, json.loads(Path(f"node_modules/{name}/package.json").read_text())["version"])
for name in ("msgpack", "msgspec", "cbor2"):
    print(name, version(name))
done = subprocess.run(["node", "write.mjs"], check=True, capture_output=True, text=True)
written = {name: bytes.fromhex(text) for name, text in json.loads(done.stdout).items()}
seen = {}
for name, data in written.items():
    values = (cbor2.loads if name == "cbor-x" else msgpack.unpackb)(data)
    print(f"{name}: {values}")
    seen[name] = [type(value).__name__ for value in values]
try:
    refusal = None
    msgspec.msgpack.decode(written["msgpackr"], type=list[int])
except msgspec.ValidationError as error:
    refusal = str(error)
print("msgspec reads what msgpackr wrote:", refusal)
floats = ["int", "float", "float"]
sys.exit(not refusal or seen != {"@msgpack/msgpack": ["int"] * 3, "msgpackr": floats, "cbor-x": floats})
PY
