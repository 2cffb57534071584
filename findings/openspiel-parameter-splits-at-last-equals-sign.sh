#!/usr/bin/env bash
# What: OpenSpiel splits a game's parameter at its last "=", so a value in a game's string cannot
#       hold that sign: a file in "seed=1/" is an unknown parameter. From a dict the game loads.
# Versions: open-spiel 2.0.2, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: authors of games that take options or rules as one text, and users who load games by string.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check open-spiel==2.0.2; } || exit 2
cd "$folder"
env/bin/python - <<'PY'
import importlib.metadata
import sys
from pathlib import Path

import pyspiel

GAME = 'EFG 2 R "matching" { "A" "B" }\n""\np "" 1 1 "" { "h" "t" } 0\np "" 2 1 "" { "h" "t" } 0\n'
GAME += 't "" 1 "" { 1 -1 }\nt "" 2 "" { -1 1 }\np "" 2 1 "" { "h" "t" } 0\n'
GAME += 't "" 3 "" { -1 1 }\nt "" 4 "" { 1 -1 }\n'
path = Path("seed=1/pennies.efg")
path.parent.mkdir()
path.write_text(GAME)

print("open-spiel", importlib.metadata.version("open-spiel"))
loaded = pyspiel.load_game("efg_game", {"filename": str(path)})
print(f"from a dict: loaded, {loaded.num_players()} players")
try:
    pyspiel.load_game(f"efg_game(filename={path})")
except pyspiel.SpielError as error:
    print(f"from the string efg_game(filename={path}): {error}")
    sys.exit("Unknown parameter 'filename=seed'" not in str(error))
print("from the string: loaded too")
sys.exit(1)
PY
