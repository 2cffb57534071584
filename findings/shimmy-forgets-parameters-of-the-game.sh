#!/usr/bin/env bash
# What: Shimmy's OpenSpiel environment of a loaded game loads another one in reset(), by the game's
#       name: its parameters are lost. Connect four on 4x4 becomes 6x7, with other spaces.
# Versions: shimmy 2.0.1, open-spiel 2.0.2, pettingzoo 1.27.0, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who wraps a game with parameters, such as a board size; game_name and config keep them.

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

import pyspiel
from shimmy.openspiel_compatibility import OpenSpielCompatibilityV0

for package in ("shimmy", "open-spiel"):
    print(package, importlib.metadata.version(package))
game = pyspiel.load_game("connect_four(rows=4,columns=4)")
env = OpenSpielCompatibilityV0(env=game)
before = env.action_space("player_0")
env.reset(seed=1)
print("before reset:", game, before)
print("after reset: ", env.game_state.get_game(), env.action_space("player_0"))
settings = {"rows": 4, "columns": 4}
named = OpenSpielCompatibilityV0(game_name="connect_four", config=settings)
named.reset(seed=1)
print("by name:     ", named.game_state.get_game(), named.action_space("player_0"))
sys.exit((before.n, env.action_space("player_0").n, named.action_space("player_0").n) != (4, 7, 4))
PY
