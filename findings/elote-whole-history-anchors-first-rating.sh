#!/usr/bin/env bash
# What: In elote's Whole-History Rating the parameter w2, of which its documentation says that it is the drift of a
#       day, is also the variance of a player's first rating: 300 points², thus 1500 ± 17. After 100 wins of 100 on a
#       day it still expects the loser to win every third game, and with a lower w2, for steady players, more. The
#       package whole-history-rating has another prior, which w2 does not change. (That the two disagree is reported:
#       wdm0006/elote issue 173.)
# Versions: elote 1.5.1, whole-history-rating 3.7.1, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who rates programs or levels that play a tournament in one day.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check elote==1.5.1 whole-history-rating==3.7.1
} || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import importlib.metadata
import sys

from elote import WholeHistoryRatingCompetitor
from whr.whole_history_rating import Base

for package in ("elote", "whole-history-rating"):
    print(package, importlib.metadata.version(package))
expected = []
for w2 in (300, 30):
    winner, loser = (WholeHistoryRatingCompetitor(w2=w2) for _ in range(2))
    history = Base({"w2": w2})
    for _ in range(100):
        winner.beat(loser)
        history.create_game("winner", "loser", "B", 1, 0)
    history.iterate(100)
    lead = history.ratings_for_player("winner")[-1][1] - history.ratings_for_player("loser")[-1][1]
    shares = winner.expected_score(loser), 1 / (1 + 10 ** (-lead / 400))
    print(f"w2 = {w2}, 100 wins of 100: elote expects {shares[0]:.2f}, whole-history-rating {shares[1]:.2f}")
    expected.append(shares)
(wide, other), (narrow, same) = expected
sys.exit(not (narrow < wide < 0.7 and other > 0.95 and abs(other - same) < 0.01))
PY
