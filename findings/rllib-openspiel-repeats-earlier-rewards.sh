#!/usr/bin/env bash
# What: RLlib's OpenSpielEnv gives OpenSpiel's returns, which are sums, as the rewards of each step:
#       in games with rewards on the way every earlier reward is counted again.
# Versions: ray 2.60.0, open-spiel 2.0.2, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who trains on games that score before the end, such as cribbage, 2048 or cliff walking.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check \
    'ray[rllib]==2.60.0' open-spiel==2.0.2; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import importlib.metadata
import sys

import pyspiel
from ray.rllib.env.wrappers.open_spiel import OpenSpielEnv

for package in ("ray", "open-spiel"):
    print(package, importlib.metadata.version(package))
UP = 1
env = OpenSpielEnv(pyspiel.load_game("cliff_walking(horizon=5)"))
env.reset()
rewards, true_rewards = [], []
while not env.state.is_terminal():
    rewards.append(env.step({0: UP})[1][0])
    true_rewards.append(env.state.rewards()[0])
print("five steps, each worth -1:", true_rewards, "sum", sum(true_rewards))
print("rewards of OpenSpielEnv:  ", rewards, "sum", sum(rewards))
sys.exit((sum(true_rewards), sum(rewards)) != (-5, -15))
PY
