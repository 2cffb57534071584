#!/usr/bin/env bash
# What: In TextArena's quantum tic-tac-toe each mark of a loop lands on the first of its squares
#       that is free: marks can vanish, nobody chooses, and a mark that hangs on the loop stays
#       open, although the prompt says that it collapses too.
# Versions: textarena 0.7.4, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who compares language models, or values of the game, with other programs that play quantum
#       tic-tac-toe: it is another game after the first loop.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check \
    textarena==0.7.4; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import importlib.metadata
import sys

import textarena

print("textarena", importlib.metadata.version("textarena"))


def play(*moves):
    env = textarena.make("QuantumTicTacToe-v0")
    env.reset(num_players=2, seed=1)
    for move in moves:
        env.step(move)
    state = env.state.game_state
    return state["board"], state["superpositions"]


board, left = play("[0,1]", "[2,1]", "[0,2]")
print("[0,1] [2,1] [0,2]:", board[0], "open marks:", left)
is_lost = sum(map(bool, sum(board, []))) == 2 and not left
board, left = play("[1,2]", "[0,1]", "[0,1]")
print("[1,2] [0,1] [0,1]:", board[0], "open marks:", left)
sys.exit(not (is_lost and len(left) == 1))
PY
