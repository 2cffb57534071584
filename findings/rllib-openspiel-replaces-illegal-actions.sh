#!/usr/bin/env bash
# What: RLlib's OpenSpielEnv replaces an illegal action by a random legal one, with a reward of
#       -0.1, and samples cards and dice with NumPy's global generator: reset(seed=...) does not
#       repeat a game.
# Versions: ray 2.60.0, open-spiel 2.0.2, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who trains without masks and wonders which moves were played, or who wants repeatable games.

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
env = OpenSpielEnv(pyspiel.load_game("tic_tac_toe"))
env.reset(seed=1)
env.step({0: 4})
_, rewards, terminateds, _, _ = env.step({1: 4})
history = env.state.history()
print("both players take square 4: moves", history, "rewards", rewards, "over", terminateds["__all__"])
deals = set()
for _ in range(30):
    env = OpenSpielEnv(pyspiel.load_game("kuhn_poker"))
    env.reset(seed=1)
    deals.add(tuple(env.state.history()))
print("deals of 30 games of kuhn_poker with one seed:", sorted(deals))
is_replaced = len(history) == 2 and history[1] != 4 and rewards[1] == -0.1
sys.exit(not (is_replaced and len(deals) > 1))
PY
