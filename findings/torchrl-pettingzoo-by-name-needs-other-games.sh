#!/usr/bin/env bash
# What: TorchRL's PettingZooEnv finds no environment by name, not even tic-tac-toe with all that it
#       needs, unless PettingZoo's Atari games can be imported: the error asks for MPE2.
#       PettingZooWrapper takes the environment.
# Versions: torchrl 0.14.1, pettingzoo 1.27.0, pygame 2.6.1, torch 2.13.0, Python 3.11, Linux
#       x86-64.
# Date: 2026-11-28.
# Who: who trains on PettingZoo's board games with TorchRL.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check \
    torch==2.13.0 torchrl==0.14.1 pettingzoo==1.27.0 pygame==2.6.1; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import importlib.metadata
import sys

import pettingzoo
from torchrl.envs.libs.pettingzoo import PettingZooEnv, PettingZooWrapper

for package in ("torchrl", "pettingzoo"):
    print(package, importlib.metadata.version(package))
wrapped = PettingZooWrapper(pettingzoo.make("aec", "classic/tictactoe-v3"), use_mask=True)
print("PettingZooWrapper: played", wrapped.rollout(20).shape[0], "steps")
try:
    PettingZooEnv("tictactoe_v3", parallel=False, use_mask=True)
except ImportError as error:
    print(f"PettingZooEnv: {error}")
    sys.exit("MPE2" not in str(error))
print("PettingZooEnv: made")
sys.exit(1)
PY
