#!/usr/bin/env bash
# What: iter_lines() of httpx ends a line not only at a line feed, but also at U+0085, U+2028 and U+2029, which may
#       stand in a text of JSON: a stream with a JSON document in every line is cut within it. jsonlines reads the lines
#       as they were written.
# Versions: httpx 0.28.1, jsonlines 4.0.0, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: programs that follow games as lines of JSON: what a player pastes into a name or the chat can stop them.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check httpx==0.28.1 jsonlines==4.0.0; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import io
import json
import sys
from importlib.metadata import version

import httpx
import jsonlines

for name in ("httpx", "jsonlines"):
    print(name, version(name))
seen = {}
for letter in (" ", "\x85", "\u2028", "\u2029"):
    text = "".join(json.dumps({"chat": chat}, ensure_ascii=False) + "\n" for chat in (f"well{letter}played", "bye"))
    transport = httpx.MockTransport(lambda request: httpx.Response(200, content=text.encode()))
    with httpx.Client(transport=transport) as client:
        lines = list(client.get("http://games.example/").iter_lines())
    try:
        error = None
        json.loads(lines[0])
    except ValueError as failure:
        error = str(failure)
    seen[letter] = len(lines), len(list(jsonlines.Reader(io.StringIO(text)))), error is None
    print(f"U+{ord(letter):04X} in the first of 2 lines: {seen[letter][0]} by httpx, {seen[letter][1]} by jsonlines; {error}")
sys.exit(seen != {" ": (2, 2, True)} | dict.fromkeys(("\x85", "\u2028", "\u2029"), (3, 2, False)))
PY
