#!/usr/bin/env bash
# What: PettingZoo's average_total_reward draws its actions from all, legal or not, though its code looks for the mask: it asks
#       for no observation, so that there is none. About 19 of 20 random games of tic-tac-toe end with an illegal move, and the
#       mean sum of both rewards, which is 0 by the rules, is close to -1. random_demo beside it obeys the mask.
# Versions: pettingzoo 1.27.0, pygame 2.6.1, numpy 2.4.6, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who takes the rewards of random players as the baseline for a trained one in a game with illegal moves.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check \
    pettingzoo==1.27.0 pygame==2.6.1 numpy==2.4.6; } || exit 2
cd "$folder"
env/bin/python -W ignore - 2>warnings.txt <<'PY'
import contextlib
import importlib.metadata
import io
import random
import sys

import pettingzoo
from pettingzoo.utils import average_total_reward, random_demo

print("pettingzoo", importlib.metadata.version("pettingzoo"))
GAMES = 300
seen = []
for name in ("tictactoe", "connect_four"):
    random.seed(1)
    env = pettingzoo.make("aec", f"classic/{name}-v3")
    for seed, player in enumerate(env.possible_agents):
        env.action_space(player).seed(seed)
    with contextlib.redirect_stdout(io.StringIO()):
        masked = random_demo(env, render=False, episodes=GAMES) / GAMES
        average = average_total_reward(env, max_episodes=GAMES)
    print(f"{name}: sum of rewards of a random game: {masked:.2f} by random_demo, {average:.2f} by average_total_reward")
    seen.append((masked, average))
sys.exit(not (all(masked == 0 > average for masked, average in seen) and seen[0][1] < -0.8))
PY
