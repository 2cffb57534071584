#!/usr/bin/env bash
# What: Shimmy's OpenSpiel environment gives the agent that is asked last at the end twice its
#       reward: in tic-tac-toe one player loses 1 point and the other wins 2.
# Versions: shimmy 2.0.1, open-spiel 2.0.2, pettingzoo 1.27.0, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who trains or evaluates on OpenSpiel's games through PettingZoo: sums are not zero, and the
#       seats are not equal.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check \
    shimmy==2.0.1 open-spiel==2.0.2 pettingzoo==1.27.0; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import importlib.metadata
import sys

from shimmy.openspiel_compatibility import OpenSpielCompatibilityV0

for package in ("shimmy", "open-spiel"):
    print(package, importlib.metadata.version(package))
env = OpenSpielCompatibilityV0(game_name="tic_tac_toe")
ends = []
for moves in ([0, 3, 1, 4, 2], [0, 3, 1, 4, 8, 5]):  # the first player wins; the second wins
    env.reset(seed=1)
    for move in moves:
        env.step(move)
    state, rewards = env.game_state, {}
    while env.agents:
        rewards[env.agent_selection] = env.last()[1]
        env.step(None)
    print("returns of the game:", state.returns(), "rewards of the agents:", rewards)
    ends.append(list(rewards.values()))
sys.exit(ends != [[1.0, -2.0], [-1.0, 2.0]])
PY
