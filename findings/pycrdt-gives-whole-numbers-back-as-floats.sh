#!/usr/bin/env bash
# What: A whole number that is stored in a Map or an Array of pycrdt is a float when it is read: of 3, and of the list
#       [1, 2], come 3.0 and [1.0, 2.0]. A float is no index of a list, and has another text. True stays, and so does
#       2**60. Its documentation stores integers and does not mention it.
# Versions: pycrdt 0.14.13, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who shares a board or a notebook between several people: squares and numbers of moves are no integers.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check pycrdt==0.14.13; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

from pycrdt import Array, Doc, Map

print("pycrdt", version("pycrdt"))
VALUES = {"ply": 3, "move": [1, 2], "won": True, "key": 2**60}
document = Doc()
document["game"] = game = Map(VALUES)
document["squares"] = squares = Array([5])
seen = {name: repr(game[name]) for name in VALUES} | {"square": repr(squares[0])}
for name, value in (VALUES | {"square": 5}).items():
    print(f"{name}: {value!r} is read as {seen[name]}")
wanted = {"ply": "3.0", "move": "[1.0, 2.0]", "won": "True", "key": str(2**60), "square": "5.0"}
sys.exit(seen != wanted)
PY
