#!/usr/bin/env bash
# What: In a game of three, OpenSkill gives a player who is 20 points better than both others, with little doubt, a
#       probability of 2/3 to win, in Python and in JavaScript; in a game of four, 1/2. predict_win is the sum
#       of the chances against each other player, divided by the number of pairs, and can never exceed 2/n. Of two
#       players it is right. If performances are drawn from normal distributions of these ratings a million times, the
#       player wins 999 games of 1000.
# Versions: openskill 6.2.0 (Python), openskill 5.0.1 (npm), numpy 2.4.6, Node 20, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who predicts the winner of a tournament of programs from their ratings.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check openskill==6.2.0 numpy==2.4.6; } || exit 2
cd "$folder"
npm install --silent --no-audit --no-fund openskill@5.0.1 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >predict.mjs <<'JS'
import { predictWin, rating } from "openskill";

const games = JSON.parse(process.argv[2]);
console.log(JSON.stringify(games.map((game) => predictWin(game.map(([mu, sigma]) => [rating({ mu, sigma })])))));
JS
env/bin/python - <<'PY'
import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import numpy as np
from openskill.models import PlackettLuce

print("openskill", version("openskill"), "numpy", np.__version__)
print("openskill (npm)", json.loads(Path("node_modules/openskill/package.json").read_text())["version"])
GAMES = [[(40, 1)] + [(20, 1)] * others for others in (1, 2, 3)]
done = subprocess.run(
    ["node", "predict.mjs", json.dumps(GAMES)], check=True, capture_output=True, text=True
)
by_js = json.loads(done.stdout)
model = PlackettLuce()
rng = np.random.default_rng(0)
seen = []
for game, other in zip(GAMES, by_js, strict=True):
    by_python = model.predict_win([[model.rating(mu=mu, sigma=sigma)] for mu, sigma in game])
    played = [rng.normal(mu, np.hypot(sigma, model.beta), 1_000_000) for mu, sigma in game]
    share = float((np.argmax(played, axis=0) == 0).mean())
    seen.append([round(value, 2) for value in (by_python[0], other[0], share)])
    print(f"{len(game)} players, the best wins: {seen[-1][0]} in Python, {seen[-1][1]} in JavaScript, {share:.4f} drawn")
print("2/n:", *(round(2 / len(game), 2) for game in GAMES))
predicted = [max(values[:2]) for values in seen]
same = predicted[0] > 0.99 and 0.6 < predicted[1] < 0.68 and 0.45 < predicted[2] < 0.51
sys.exit(not (same and all(values[2] > 0.99 for values in seen)))
PY
