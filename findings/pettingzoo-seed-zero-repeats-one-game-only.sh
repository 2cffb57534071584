#!/usr/bin/env bash
# What: PettingZoo's MultiEpisodeEnv and MultiEpisodeParallelEnv seed the games after the first with the seed plus 1, plus 2 and
#       so on, but not at all if the seed is 0: with reset(seed=0) the first game is repeated, and the others are new each time.
#       Mended in the repository in September 2026 (pull request 1440), after this version.
# Versions: pettingzoo 1.27.0, gymnasium 1.4.0, numpy 2.4.6, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who evaluates players over many games from the seed 0: the result cannot be repeated.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check \
    pettingzoo==1.27.0 gymnasium==1.4.0 numpy==2.4.6; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

import numpy as np
from gymnasium.spaces import Box, Discrete
from pettingzoo import ParallelEnv
from pettingzoo.utils.conversions import parallel_to_aec
from pettingzoo.utils.wrappers import MultiEpisodeEnv, MultiEpisodeParallelEnv

print("pettingzoo", version("pettingzoo"))


class Dice(ParallelEnv):
    """One agent sees a random number; the game ends with its first move."""

    metadata, possible_agents, render_mode = {"name": "dice"}, ["x"], None

    def observation_space(self, agent):
        return Box(0, 2**31, (1,), np.int64)

    def action_space(self, agent):
        return Discrete(2)

    def reset(self, seed=None, options=None):
        self.agents, self.number = ["x"], np.array([np.random.default_rng(seed).integers(2**31)])
        return {"x": self.number}, {"x": {}}

    def step(self, actions):
        self.agents = []
        return {"x": self.number}, {"x": 0.0}, {"x": True}, {"x": False}, {"x": {}}


def in_parallel(seed):
    env = MultiEpisodeParallelEnv(Dice(), 3)
    numbers = [env.reset(seed=seed)[0]["x"].item()]
    return numbers + [env.step({"x": 0})[0]["x"].item() for _ in range(2)]


def in_turn(seed):
    env = MultiEpisodeEnv(parallel_to_aec(Dice()), 3)
    env.reset(seed=seed)
    numbers = []
    for _ in range(3):
        numbers.append(env.observe("x").item())
        env.step(0)
        env.step(None)
    return numbers


found = []
for play, name in ((in_parallel, "MultiEpisodeParallelEnv"), (in_turn, "MultiEpisodeEnv")):
    for seed in (0, 1):
        first, second = play(seed), play(seed)
        found.append([one == two for one, two in zip(first, second)])
        print(f"{name}, seed {seed}: {first}, again {second}")
sys.exit(found != [[True, False, False], [True] * 3] * 2)
PY
