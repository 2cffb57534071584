#!/usr/bin/env bash
# What: The volatility that glicko2 computes depends on how far the rating is from 1500, since the formula takes the rating
#       where Glickman's paper has the rating deviation. The paper's own example, a player of 1500, hides it. After 25 lost
#       games against opponents 600 points below, the volatility of 0.06 is 0.0725 from 1500 and 0.0602 from 2000; by the
#       paper it is 0.0716 from both.
# Versions: glicko2 2.1.0 (PyPI), Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who rates players or engines by Glicko-2 in Python: surprises count only for those near the average.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check glicko2==2.1.0; } || exit 2
cd "$folder"
env/bin/python - <<'PY'
import math
import sys
from importlib.metadata import version

from glicko2 import Player

print("glicko2", version("glicko2"))
SCALE, TAU, DEVIATION, VOLATILITY = 173.7178, 0.5, 30, 0.06


def by_the_paper(gap, games):
    """Volatility after lost games against opponents that are `gap` points below, by steps 3 to 5 of the paper."""
    phi = DEVIATION / SCALE
    weight = 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)
    expected = 1 / (1 + math.exp(-weight * gap / SCALE))
    variance = 1 / (games * weight**2 * expected * (1 - expected))
    change = -variance * games * weight * expected
    start = math.log(VOLATILITY**2)

    def slope(x):
        rest = change**2 - phi**2 - variance - math.exp(x)
        return math.exp(x) * rest / (2 * (phi**2 + variance + math.exp(x)) ** 2) - (x - start) / TAU**2

    low, high = start, start + 1
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    return math.exp(low / 2)


right = by_the_paper(600, 25)
print(f"by the paper, at any rating: {right:.5f}")
found = []
for rating in (1500, 1600, 1800, 2000):
    player = Player(rating, DEVIATION, VOLATILITY)
    player.update_player([rating - 600] * 25, [DEVIATION] * 25, [0] * 25)
    found.append(player.vol)
    print(f"from {rating} by 25 losses: rating {player.rating - rating:+.1f}, volatility {player.vol:.5f}")
falls = all(first - second > 1e-5 for first, second in zip(found, found[1:]))
sys.exit(not (0.0715 < right < 0.0717 and falls and found[0] > right > found[1] and found[-1] < 0.0603))
PY
