#!/usr/bin/env bash
# What: If one game of a Gymnasium vector environment is reset by reset(options={"reset_mask": ...}),
#       RecordEpisodeStatistics restarts the counts of all: the vector environment takes the mask out
#       of the caller's dict before the wrapper looks for it. So the length of a game that goes on is
#       too short, and a dict that is passed again resets every game.
# Versions: gymnasium 1.4.0, numpy 2.4.6, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: trainers that use AutoresetMode.DISABLED, for example to look at the final mask of a game.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check gymnasium==1.4.0 numpy==2.4.6; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

for name in ("gymnasium", "numpy"):
    print(name, version(name))


class Game(gymnasium.Env):
    """Ends after some steps, each with a reward of 1."""

    action_space = gymnasium.spaces.Discrete(2)
    observation_space = gymnasium.spaces.Discrete(9)

    def __init__(self, steps):
        self.steps = steps

    def reset(self, seed=None, options=None):
        super().reset(seed=seed)
        self.time = 0
        return 0, {}

    def step(self, action):
        self.time += 1
        return self.time, 1.0, self.time == self.steps, False, {}


games = SyncVectorEnv([lambda: Game(2), lambda: Game(5)], autoreset_mode=AutoresetMode.DISABLED)
counted = RecordEpisodeStatistics(games)
counted.reset(seed=1)
lengths = []
for _ in range(5):
    _, _, ended, _, infos = counted.step(np.array([0, 0]))
    if ended.any():
        lengths += [(int(i), int(infos["episode"]["l"][i])) for i in ended.nonzero()[0]]
        options = {"reset_mask": ended}
        counted.reset(options=options)
print("games of 2 and 5 steps; game and length:", lengths)
print("the caller's options after reset:", options)
sys.exit(not (lengths == [(0, 2), (0, 2), (1, 1)] and options == {}))
PY
