#!/usr/bin/env bash
# What: OpenSkill takes ranks that are fractions, but its usual model, Plackett-Luce, cuts them to whole numbers, so that
#       ranks 0 and ½, or -½ and 0, are a draw. Its four other models, and the same numbers as scores, give a winner.
# Versions: openskill 6.2.0, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who passes minus points, or mean ranks of shared places, as ranks, in games with half points.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check openskill==6.2.0; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

from openskill.models import (
    BradleyTerryFull,
    BradleyTerryPart,
    PlackettLuce,
    ThurstoneMostellerFull,
    ThurstoneMostellerPart,
)

print("openskill", version("openskill"))
RESULTS = {"ranks": ([0, 0.5], [-0.5, 0], [0, 1]), "scores": ([0.5, 0],)}
draws = []
for kind in (PlackettLuce, BradleyTerryFull, BradleyTerryPart, ThurstoneMostellerFull, ThurstoneMostellerPart):
    model = kind()
    for name, lists in RESULTS.items():
        for numbers in lists:
            (first,), (second,) = model.rate([[model.rating()], [model.rating()]], **{name: numbers})
            print(f"{kind.__name__}, {name} {numbers}: {first.mu:.2f} and {second.mu:.2f}")
            if first.mu == second.mu:
                draws.append((kind, numbers))
sys.exit(draws != [(PlackettLuce, [0, 0.5]), (PlackettLuce, [-0.5, 0])])
PY
