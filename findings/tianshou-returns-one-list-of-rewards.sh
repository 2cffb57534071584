#!/usr/bin/env bash
# What: step() of Tianshou's PettingZooEnv returns the same list of rewards in every step: a caller
#       that keeps the rewards of a game has the last ones for each step.
# Versions: tianshou 2.0.1, pettingzoo 1.27.0, pygame 2.6.1, torch 2.13.0, Python 3.11, Linux
#       x86-64.
# Date: 2026-11-28.
# Who: who writes a loop over Tianshou's multi-agent environments; its own vector environments copy.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check \
    torch==2.13.0 tianshou==2.0.1 pettingzoo==1.27.0 pygame==2.6.1; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import importlib.metadata
import sys

import pettingzoo
from tianshou.env import PettingZooEnv

for package in ("tianshou", "pettingzoo"):
    print(package, importlib.metadata.version(package))
env = PettingZooEnv(pettingzoo.make("aec", "classic/tictactoe-v3"))
env.reset(seed=1)
kept, seen = [], []
for action in (0, 3, 1, 4, 2):
    rewards = env.step(action)[1]
    kept.append(rewards)
    seen.append(list(rewards))
print("rewards when they came: ", seen)
print("the same lists at the end:", kept)
sys.exit(not (kept == [[1, -1]] * 5 and seen == [[0, 0]] * 4 + [[1, -1]]))
PY
