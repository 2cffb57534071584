#!/usr/bin/env bash
# What: step() of Jumanji's JumanjiToDMEnvWrapper goes on after the end of a game, with one last step after another, where its
#       documentation, as dm_env's, says that the step after the last one starts a new game and ignores the action.
# Versions: jumanji 1.1.2, dm-env 1.6, jax 0.10.2, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who collects games from Jumanji's environments by agents for dm_env: all steps after the first game belong to its end.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check jumanji==1.1.2 dm-env==1.6 jax==0.10.2 jaxlib==0.10.2; } ||
  exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

import numpy as np
from jumanji.environments import Snake
from jumanji.wrappers import JumanjiToDMEnvWrapper

for name in ("jumanji", "dm-env", "jax"):
    print(name, version(name))
env = JumanjiToDMEnvWrapper(Snake(num_rows=3, num_cols=3))
steps = [env.reset()] + [env.step(np.int32(0)) for _ in range(6)]
names = [("first", "mid", "last")[int(step.step_type)] for step in steps]
counts = [int(step.observation.step_count) for step in steps]
print("steps:", ", ".join(f"{name} ({count})" for name, count in zip(names, counts)))
end = names.index("last")
sys.exit(not (names[0] == "first" and end < 6 and names[end:] == ["last"] * (7 - end) and counts == list(range(7))))
PY
