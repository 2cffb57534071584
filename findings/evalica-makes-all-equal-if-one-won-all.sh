#!/usr/bin/env bash
# What: If a player has won all games, the Bradley-Terry model of evalica gives each player the score 0, and the table
#       of expected results has 50 % for every pair, also with the unbeaten player, without a message. The same happens
#       if a player has lost all games. With a draw in place of one win, the scores differ as they should. (No finite
#       estimate exists for such games; choix raises an error.)
# Versions: evalica 0.4.2, choix 0.4.1, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who compares an optimal player with others: it may win all its games, and a random one may lose all.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check evalica==0.4.2 choix==0.4.1; } || exit 2
cd "$folder"
env/bin/python - <<'PY'
import importlib.metadata
import sys

import choix
import evalica
from evalica import Winner

print("evalica", importlib.metadata.version("evalica"), "choix", importlib.metadata.version("choix"))


def pairwise(name, best_good, best_random, good_random):
    """Return the table of expected results; results are words of w (the first player won), d (draw) and l."""
    results = {("Best", "Good"): best_good, ("Best", "Random"): best_random, ("Good", "Random"): good_random}
    winners = {"w": Winner.X, "d": Winner.Draw, "l": Winner.Y}
    games = [(*pair, winners[letter]) for pair, word in results.items() for letter in word]
    scores = evalica.bradley_terry(*zip(*games)).scores
    table = evalica.pairwise_frame(scores).round(3).loc[["Best", "Good", "Random"], ["Best", "Good", "Random"]]
    print(f"\n{name}: {results}\nscores: {scores.round(3).to_dict()}\n{table}")
    return table.to_numpy().tolist()


unbeaten = pairwise("Best won all", "w" * 10, "w" * 10, "wwwwwwllll")
beaten = pairwise("Random lost all", "wwwwwwllll", "w" * 10, "w" * 10)
drawn = pairwise("Best drew once", "wwwwwwwwwd", "w" * 10, "wwwwwwllll")
try:
    choix.ilsr_pairwise(3, [(0, 1)] * 10 + [(0, 2)] * 10 + [(1, 2)] * 6 + [(2, 1)] * 4)
    has_error = False
except ValueError as error:
    print("\nchoix, Best won all:", error)
    has_error = True
is_equal = unbeaten == beaten == [[0.5] * 3] * 3
sys.exit(not (is_equal and drawn[0][1] > 0.9 and has_error))
PY
