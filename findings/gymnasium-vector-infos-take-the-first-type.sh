#!/usr/bin/env bash
# What: An info of Gymnasium's vector environments has the type of the first environment's value: if
#       that is the integer 0 and the second one is 0.5, both are 0, without a message. After True,
#       3.0 becomes True. The rewards of the same step are right.
# Versions: gymnasium 1.4.0, numpy 2.4.6, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: environments with exact values in their infos, where a whole number is an int and a half is not.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check gymnasium==1.4.0 numpy==2.4.6; } || exit 2
cd "$folder"
cat > program.py <<'PY'
import sys
from importlib.metadata import version

import gymnasium
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv


class Game(gymnasium.Env):
    observation_space = action_space = gymnasium.spaces.Discrete(2)

    def __init__(self, value):
        self.value = value

    def reset(self, seed=None, options=None):
        super().reset(seed=seed)
        return 0, {"value": self.value}

    def step(self, action):
        return 0, self.value, True, False, {"value": self.value}


def values(kind, *numbers):
    """Return infos and rewards of one step in games with these values."""
    games = kind([lambda number=number: Game(number) for number in numbers])
    games.reset(seed=1)
    _, rewards, _, _, infos = games.step([0] * len(numbers))
    games.close()
    return infos["value"].tolist(), rewards.tolist()


if __name__ == "__main__":
    for name in ("gymnasium", "numpy"):
        print(name, version(name))
    found = []
    for kind in (SyncVectorEnv, AsyncVectorEnv):
        for numbers in ((0, 0.5), (0.5, 0), (True, 3.0)):
            infos, rewards = values(kind, *numbers)
            print(f"{kind.__name__}, values {numbers}: infos {infos}, rewards {rewards}")
            found.append(infos)
    sys.exit(found != [[0, 0], [0.5, 0.0], [True, True]] * 2)
PY
env/bin/python -W ignore program.py
