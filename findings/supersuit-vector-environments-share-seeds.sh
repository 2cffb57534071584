#!/usr/bin/env bash
# What: concat_vec_envs_v1 of SuperSuit with num_cpus=2 seeds the second and the third of four environments alike: both begin
#       with the same position. Without processes, or with one process for each environment, all seeds differ. So the same
#       seed also gives other games if the number of processes changes.
# Versions: supersuit 3.11.0, pettingzoo 1.27.0, gymnasium 1.4.0, numpy 2.4.6, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who trains on many games at once on a machine with fewer processors than games: two of the games begin alike.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check \
    supersuit==3.11.0 pettingzoo==1.27.0 gymnasium==1.4.0 numpy==2.4.6; } || exit 2
cd "$folder"
cat >test.py <<'PY'
import sys
from importlib.metadata import version

import numpy as np
import supersuit
from gymnasium.spaces import Box, Discrete
from pettingzoo import ParallelEnv


class Dice(ParallelEnv):
    """Two agents see one random number."""

    metadata, possible_agents, render_mode = {"name": "dice"}, ["x", "o"], None

    def observation_space(self, agent):
        return Box(0, 999, (1,), np.int64)

    def action_space(self, agent):
        return Discrete(2)

    def reset(self, seed=None, options=None):
        self.agents = self.possible_agents[:]
        number = np.random.default_rng(seed).integers(1000)
        return {agent: np.array([number]) for agent in self.agents}, {agent: {} for agent in self.agents}


if __name__ == "__main__":
    for name in ("supersuit", "pettingzoo"):
        print(name, version(name))
    found = {}
    for count in (0, 2, 4):
        env = supersuit.concat_vec_envs_v1(supersuit.pettingzoo_env_to_vec_env_v1(Dice()), 4, num_cpus=count)
        found[count] = env.reset(seed=5)[0].reshape(4, 2)[:, 0].tolist()
        env.close()
        print(f"num_cpus={count}: first numbers of the four games {found[count]}")
    first, second, third, _ = found[0]
    is_shared = found[2] == [first, second, second, third] and len(set(found[0])) == 4 and found[4] == found[0]
    sys.exit(not is_shared)
PY
env/bin/python -W ignore test.py
