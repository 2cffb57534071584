#!/usr/bin/env bash
# What: A deep copy, or pickle, of a PettingZoo board game is a newly constructed environment: the
#       moves are forgotten. last() raises AttributeError, and tictactoe's step() plays on, on an
#       empty board.
# Versions: pettingzoo 1.27.0, pygame 2.6.1, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: tree searches that copy an environment, and trainers that send one to other processes.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check \
    pettingzoo==1.27.0 pygame==2.6.1; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import copy
import importlib.metadata
import sys

import pettingzoo

print("pettingzoo", importlib.metadata.version("pettingzoo"))
env = pettingzoo.make("aec", "classic/tictactoe-v3")
env.reset(seed=1)
env.step(0)
env.step(1)
print("original:", env.agent_selection, "to move, legal:", env.last()[0]["action_mask"].tolist())
try:
    copy.deepcopy(env).last()
    print("copy: has an observation")
    is_refused = False
except AttributeError as error:
    print("copy:", error)
    is_refused = True
twin = copy.deepcopy(env)
twin.step(8)
print("copy after a move to 8:", twin.observe(twin.agent_selection)["action_mask"].tolist())
sys.exit(not (is_refused and twin.observe("player_2")["action_mask"].tolist() == [1] * 8 + [0]))
PY
