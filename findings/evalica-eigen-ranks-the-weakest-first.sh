#!/usr/bin/env bash
# What: The eigenvector scores of evalica are in reverse: of three players of whom each beats the next by 9 to 1, the
#       one who lost almost all games has the highest score, and the winner the lowest. Five of its other methods agree
#       on the right order. Both of its implementations do it.
# Versions: evalica 0.4.2, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: authors of leaderboards who rank programs, levels or players by more than one method and compare the orders.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check evalica==0.4.2; } || exit 2
cd "$folder"
env/bin/python - <<'PY'
import importlib.metadata
import sys

import evalica

print("evalica", importlib.metadata.version("evalica"))
PAIRS = [("Best", "Good"), ("Best", "Random"), ("Good", "Random")]
games = [(first, second, won) for first, second in PAIRS for won in [evalica.Winner.X] * 9 + [evalica.Winner.Y]]
print("10 games each; the first of each pair won 9:", PAIRS)
orders = {}
for method in ("average_win_rate", "bradley_terry", "elo", "newman", "pagerank", "eigen"):
    for solver in ("pyo3", "naive"):
        scores = getattr(evalica, method)(*zip(*games), solver=solver).scores.sort_values(ascending=False)
        orders[method, solver] = list(scores.index)
        print(f"{method} ({solver}):", ", ".join(f"{name} {score:.3f}" for name, score in scores.items()))
right = ["Best", "Good", "Random"]
sys.exit(any(order != (right[::-1] if method == "eigen" else right) for (method, _), order in orders.items()))
PY
