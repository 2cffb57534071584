#!/usr/bin/env bash
# What: Minari's DataCollector with record_infos=True raises ValueError if a step's info has other
#       keys than the step before: with Gymnasium's RecordEpisodeStatistics, which adds a key at the
#       end, no episode can be recorded.
# Versions: minari 0.5.4, gymnasium 1.4.0, jax as installed, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who collects data of environments or wrappers that report something only at the end, such as
#       the reason.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check \
    'minari[create,hdf5]==0.5.4' gymnasium==1.4.0 pillow==13.0.0; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import importlib.metadata
import sys

import gymnasium
from gymnasium.wrappers import RecordEpisodeStatistics
from minari import DataCollector

for package in ("minari", "gymnasium", "jax"):
    print(package, importlib.metadata.version(package))


def record(env):
    env = DataCollector(env, record_infos=True)
    env.reset(seed=1)
    env.action_space.seed(1)
    keys, is_over = [], False
    try:
        while not is_over:
            *_, terminated, truncated, info = env.step(env.action_space.sample())
            is_over = terminated or truncated
            keys = sorted(info)
    except ValueError as error:
        return f"ValueError in the step after one with {keys}: {str(error).splitlines()[-1].strip()}"
    return "recorded"


plain = record(gymnasium.make("FrozenLake-v1"))
wrapped = record(RecordEpisodeStatistics(gymnasium.make("FrozenLake-v1")))
print("alone:", plain)
print("with RecordEpisodeStatistics:", wrapped)
sys.exit(not (plain == "recorded" and wrapped.startswith("ValueError")))
PY
