#!/usr/bin/env bash
# What: SuperSuit's frame_stack_v1 and frame_stack_v2 return the same array in every step and overwrite it: all observations
#       that a program has kept of a game show its end. Gymnasium's FrameStackObservation returns a new array each time.
# Versions: supersuit 3.11.0, gymnasium 1.4.0, pettingzoo 1.27.0, numpy 2.4.6, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who keeps the observations of a game for training, with the last moves stacked: the network learns from the last
#       position alone.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check \
    supersuit==3.11.0 gymnasium==1.4.0 pettingzoo==1.27.0 numpy==2.4.6; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

import gymnasium
import numpy as np
import supersuit
from gymnasium.wrappers import FrameStackObservation

for name in ("supersuit", "gymnasium"):
    print(name, version(name))


class Row(gymnasium.Env):
    """Three squares that are filled by three moves."""

    observation_space, action_space = gymnasium.spaces.Box(0, 3, (3,), np.uint8), gymnasium.spaces.Discrete(3)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.squares = np.zeros(3, np.uint8)
        return self.squares.copy(), {}

    def step(self, action):
        self.squares[action] = np.count_nonzero(self.squares) + 1
        return self.squares.copy(), 0.0, bool(self.squares.all()), False, {}


def play(env):
    kept = [env.reset(seed=1)[0]]
    for move in (0, 1, 2):
        kept.append(env.step(move)[0])
    return [one.reshape(-1).tolist() for one in kept]


found = {
    "frame_stack_v1": play(supersuit.frame_stack_v1(Row(), 2)),
    "frame_stack_v2": play(supersuit.frame_stack_v2(Row(), 2)),
    "FrameStackObservation": play(FrameStackObservation(Row(), 2)),
}
for name, kept in found.items():
    print(f"{name}: {kept}")
end = [1, 2, 0, 1, 2, 3]
right = [[0] * 6, [0, 0, 0, 1, 0, 0], [1, 0, 0, 1, 2, 0], end]
sys.exit(found != {"frame_stack_v1": [end] * 4, "frame_stack_v2": [end] * 4, "FrameStackObservation": right})
PY
