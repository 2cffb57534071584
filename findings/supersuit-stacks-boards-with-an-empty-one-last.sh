#!/usr/bin/env bash
# What: SuperSuit's frame_stack_v2 and frame_stack_v1 with stack_dim=0 repeat the newest observation in all places but the last,
#       which stays zero, if an observation has two dimensions: a stack of three boards is the new one twice and an empty
#       one. With stack_dim=-1, and for observations of one or three dimensions, stacks are right.
# Versions: supersuit 3.11.0, gymnasium 1.4.0, pettingzoo 1.27.0, numpy 2.4.6, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who gives a network the last boards as planes, with the planes first: it sees neither the earlier boards nor, in the
#       place of the newest, anything.

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

print("supersuit", version("supersuit"))


class Board(gymnasium.Env):
    """A board of four squares, or of the shape given, that are filled one after another."""

    action_space = gymnasium.spaces.Discrete(1)

    def __init__(self, shape):
        self.observation_space = gymnasium.spaces.Box(0, 4, shape, np.uint8)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.squares = np.zeros(self.observation_space.shape, np.uint8)
        return self.squares.copy(), {}

    def step(self, action):
        count = np.count_nonzero(self.squares)
        self.squares.reshape(-1)[count] = count + 1
        return self.squares.copy(), 0.0, count == 3, False, {}


def stack(wrapper, shape, stack_dim):
    """Return the three boards of the stack after two moves."""
    env = wrapper(Board(shape), 3, stack_dim=stack_dim)
    env.reset(seed=1)
    env.step(0)
    stacked = env.step(0)[0]
    planes = (np.moveaxis(stacked, -1, 0) if stack_dim == -1 and len(shape) == 2 else stacked).reshape(3, -1).tolist()
    print(f"{wrapper.__name__}, observations of {shape}, stack_dim={stack_dim}: {planes}")
    return planes


wrong = [stack(wrapper, (2, 2), 0) for wrapper in (supersuit.frame_stack_v1, supersuit.frame_stack_v2)]
right = [
    stack(supersuit.frame_stack_v2, shape, stack_dim) for shape, stack_dim in (((2, 2), -1), ((4,), 0), ((1, 2, 2), 0))
]
BOARDS = [[0] * 4, [1, 0, 0, 0], [1, 2, 0, 0]]
sys.exit(not (wrong == [[BOARDS[2], BOARDS[2], BOARDS[0]]] * 2 and right == [BOARDS] * 3))
PY
