#!/usr/bin/env bash
# What: In rankit's TrueSkill, the second player of a game loses the more points, the better the opponent was: beaten
#       three times by the same player, one falls below -100 where TrueSkill stays near 350 (mean less 1.96 deviations,
#       for all numbers here). Who then has one surprising win may come first: of three players of whom each beats the
#       next by 9 to 1, the last. The trueskill package, with the same parameters, has the right order, as has rankit's
#       own Elo.
# Versions: rankit 0.3.3, trueskill 0.4.5, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: clubs and authors of programs who compare rating systems on one table of results.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check \
    rankit==0.3.3 trueskill==0.4.5 numpy==2.4.6 pandas==3.1.1 scipy==1.17.1; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import importlib.metadata
import sys

import pandas as pd
import trueskill
from rankit.Ranker import EloRanker, TrueSkillRanker
from rankit.Table import Table

print(*(f"{name} {importlib.metadata.version(name)}" for name in ("rankit", "trueskill")))


def rankit(ranker, games):
    rows = pd.DataFrame(games, columns=["first", "second", "points", "points of second"])
    ranker.update(Table(rows, col=list(rows.columns)))
    board = ranker.leaderboard()
    return {name: round(float(rating)) for name, rating in zip(board["name"], board["rating"])}


def by_trueskill(games):
    system = trueskill.TrueSkill(mu=1500, sigma=500, beta=250, tau=0, draw_probability=0.1)
    ratings = {}
    for first, second, *points in games:
        pair = [(ratings.get(name, system.create_rating()),) for name in (first, second)]
        (ratings[first],), (ratings[second],) = system.rate(pair, ranks=points[::-1])
    low = {name: round(rating.mu - 1.96 * rating.sigma) for name, rating in ratings.items()}
    return dict(sorted(low.items(), key=lambda item: -item[1]))


def compare(name, games):
    ratings = [rankit(TrueSkillRanker(1500, 500, 250, 0.1), games), by_trueskill(games), rankit(EloRanker(), games)]
    systems = ("rankit", "trueskill", "rankit's Elo")
    print(f"{name}:", *(f"{system} {values}" for system, values in zip(systems, ratings)))
    return ratings


falls = [compare(f"A beats B {count} times", [("A", "B", 1, 0)] * count) for count in (1, 2, 3)]
nine_to_one = [(first, second, *points) for first, second in ("AB", "BC", "AC") for points in [(1, 0)] * 9 + [(0, 1)]]
orders = ["".join(ratings) for ratings in compare("A - B, B - C and A - C end 9 to 1", nine_to_one)]
print("orders:", *orders)
differences = [own["B"] - other["B"] for own, other, _ in falls]
falls_more = differences[0] == 0 and differences[1] < -100 and differences[2] < -400
sys.exit(not (falls_more and orders == ["CAB", "ABC", "ABC"]))
PY
