#!/usr/bin/env bash
# What: Shimmy's OpenSpiel environment counts chance nodes as moves and truncates at the game's
#       maximum length, which does not include them: Kuhn poker always ends before the game does,
#       without rewards.
# Versions: shimmy 2.0.1, open-spiel 2.0.2, pettingzoo 1.27.0, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who trains on OpenSpiel's card and dice games through PettingZoo.

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
from random import Random

from shimmy.openspiel_compatibility import OpenSpielCompatibilityV0

for package in ("shimmy", "open-spiel"):
    print(package, importlib.metadata.version(package))
rng, finished, rewarded = Random(1), 0, 0
env = OpenSpielCompatibilityV0(game_name="kuhn_poker")
for seed in range(100):
    env.reset(seed=seed)
    state = env.game_state
    for agent in env.agent_iter():
        _, reward, terminated, truncated, info = env.last()
        rewarded += reward != 0
        legal = [action for action, is_legal in enumerate(info["action_mask"]) if is_legal]
        env.step(None if terminated or truncated else rng.choice(legal))
    finished += state.is_terminal()
print("100 games of kuhn_poker:", finished, "finished,", rewarded, "rewards other than 0")
print("the longest has", state.get_game().max_game_length(), "moves, after 2 cards by chance")
sys.exit(finished != 0 or rewarded != 0)
PY
