#!/usr/bin/env bash
# What: What lzstring for Python compresses is decompressed by lz-string for JavaScript with another letter for each
#       emoji: 😀 is U+F600, a letter without a picture. What JavaScript compresses has two halves of an emoji in Python,
#       a text that cannot be written as UTF-8. Nothing is reported; all letters up to U+FFFF, Greek ones too, are
#       right.
# Versions: lzstring 1.0.4, lz-string 1.5.0, Node 20, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who makes or reads links that hold a whole game, with the names of its players, on a server in Python.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check lzstring==1.0.4; } || exit 2
cd "$folder"
npm install --silent --no-audit --no-fund lz-string@1.5.0 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >links.mjs <<'JS'
import compressor from "lz-string";

const names = JSON.parse(process.argv[2]);
const read = names.map(([, link]) => compressor.decompressFromEncodedURIComponent(link));
console.log(JSON.stringify({ read, links: names.map(([name]) => compressor.compressToEncodedURIComponent(name)) }));
JS
env/bin/python -W ignore - <<'PY'
import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

from lzstring import LZString

print("lzstring", version("lzstring"))
print("lz-string", json.loads(Path("node_modules/lz-string/package.json").read_text())["version"])
NAMES = ["Ann", "Νίκος", "Ben 😀"]
call = json.dumps([(name, LZString.compressToEncodedURIComponent(name)) for name in NAMES])
by_js = json.loads(subprocess.run(["node", "links.mjs", call], check=True, capture_output=True, text=True).stdout)
by_python = [LZString.decompressFromEncodedURIComponent(link) for link in by_js["links"]]
for name, there, back in zip(NAMES, by_js["read"], by_python):
    print(f"{ascii(name)}: {ascii(there)} from Python to JavaScript, {ascii(back)} from JavaScript to Python")
wanted = ["Ben \uf600", "Ben \ud83d\ude00"]
sys.exit([by_js["read"], by_python] != [[*NAMES[:2], letter] for letter in wanted])
PY
