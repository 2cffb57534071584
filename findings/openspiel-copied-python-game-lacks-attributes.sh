#!/usr/bin/env bash
# What: A copied or unpickled OpenSpiel game that is written in Python has its parameters, but not
#       the attributes that its constructor sets: new_initial_state() raises AttributeError. Copies
#       of states are whole.
# Versions: open-spiel 2.0.2, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: authors of games in Python whose constructors store something, and programs that send games
#       to other processes or copy objects that hold one.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check \
    open-spiel==2.0.2; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import copy
import importlib.metadata
import pickle
import sys

import open_spiel.python.games  # registers them
import pyspiel

print("open-spiel", importlib.metadata.version("open-spiel"))
game = pyspiel.load_game("python_iterated_prisoners_dilemma")
game.new_initial_state()
print("loaded:", game, sorted(vars(game)))
failed = 0
for how, twin in (("deepcopy", copy.deepcopy(game)), ("pickle", pickle.loads(pickle.dumps(game)))):
    print(f"{how}:", twin, sorted(vars(twin)))
    try:
        twin.new_initial_state()
    except AttributeError as error:
        print(" ", error)
        failed += 1
sys.exit(failed != 2)
PY
