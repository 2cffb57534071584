#!/usr/bin/env bash
# What: values_from_state(state) of OpenSpiel's MinimaxSolver gives the values of all actions, -2 for those that are not legal
#       in tic-tac-toe, as action_values_from_state(state) does, where values_from_string(str(state)) gives the value of the
#       position. Code that takes the mean of an array, or its first number, goes on with another value, without an error.
# Versions: open-spiel 2.0.2, numpy 2.4.6, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who compares players or networks with the exact values of positions.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check open-spiel==2.0.2 numpy==2.4.6; } || exit 2
cd "$folder"
env/bin/python - <<'PY'
import sys
from importlib.metadata import version

import numpy as np
import pyspiel
from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

print("open-spiel", version("open-spiel"))
solver = MinimaxSolver("tic_tac_toe")
solver.solve()
state = pyspiel.load_game("tic_tac_toe").new_initial_state()
for move in (0, 1):
    state.apply_action(move)
value, values = solver.values_from_string(str(state)), solver.values_from_state(state)
print(f"{state}\nvalues_from_string: {value}\nvalues_from_state: {values}, mean {np.mean(values):.2f}")
legal = [values[action] for action in state.legal_actions()]
is_list = np.array_equal(values, solver.action_values_from_state(state)) and list(values[:2]) == [-2, -2]
sys.exit(not (value == max(legal) == 1 and is_list))
PY
