#!/usr/bin/env bash
# What: elote's LambdaArena counts a win as a loss if the function that compares two competitors returns NumPy's
#       True, as every comparison of two numbers of an array or a data frame does: the winner of all games is last,
#       without a message. It asks for "is True", and all but that and None is a loss.
# Versions: elote 1.5.1, numpy 2.4.6, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who rates players, levels or programs by scores that are kept in arrays or data frames.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check elote==1.5.1 numpy==2.4.6; } || exit 2
cd "$folder"
env/bin/python - <<'PY'
import importlib.metadata
import sys

import numpy as np
from elote import LambdaArena

print("elote", importlib.metadata.version("elote"), "numpy", np.__version__)
points = np.array([1.0, 0.5])  # of players 0 and 1
leaders = []
for kind in (bool, np.bool_):
    arena = LambdaArena(lambda a, b: kind(points[a] > points[b]))
    for _ in range(20):
        arena.matchup(0, 1)
    ratings = {row["competitor"]: round(row["rating"]) for row in arena.leaderboard()}
    print(f"player 0 wins each of 20 games, by {type(kind(True))}: ratings", ratings)
    leaders.append(max(ratings, key=ratings.get))
print("type of points[0] > points[1]:", type(points[0] > points[1]))
sys.exit(leaders != [0, 1])
PY
