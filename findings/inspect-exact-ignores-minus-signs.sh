#!/usr/bin/env bash
# What: Inspect's scorers exact(), f1() and match() take the answer -1 for right if the target is 1, and 1 if it
#       is -1: they leave out the sign as punctuation. exact() and f1() also take 12 for 1/2, and
#       match(numeric=True), which keeps signs, takes 1/2 for -1/2.
# Versions: inspect_ai 0.3.285, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: evaluations of language models that ask for the value of a position, or for squares.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check inspect_ai==0.3.285; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import asyncio
import sys
from importlib.metadata import version

from inspect_ai.model import ModelName, ModelOutput
from inspect_ai.scorer import Target, exact, f1, match
from inspect_ai.solver import TaskState

print("inspect_ai", version("inspect_ai"))
SCORERS = {"exact()": exact(), "f1()": f1(), "match()": match(), "match(numeric=True)": match(numeric=True)}
PAIRS = (("1", "-1"), ("-1", "1"), ("-1/2", "1/2"), ("1/2", "12"), ("1", "2"))
MODEL = "mockllm/model"


def scores(target, answer):
    """Return whether each scorer takes an answer for right."""
    output = ModelOutput.from_content(MODEL, answer)
    state = TaskState(model=ModelName(MODEL), sample_id=1, epoch=1, input="", messages=[], output=output)
    return [asyncio.run(scorer(state, Target(target))).value in ("C", 1.0) for scorer in SCORERS.values()]


found = []
for target, answer in PAIRS:
    found.append(scores(target, answer))
    print(f"target {target}, answer {answer}:", dict(zip(SCORERS, found[-1], strict=True)))
signs = [True, True, True, False]
sys.exit(found != [signs, signs, [True] * 4, [True, True, False, False], [False] * 4])
PY
