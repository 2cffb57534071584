#!/usr/bin/env bash
# What: Math-Verify finds no answer in "+1" and "+1/2", and none in "the value is +1": a right answer
#       is judged wrong. "1", "-1" and "$+1$" are read.
# Versions: math-verify 0.9.0, latex2sympy2_extended 1.11.0, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: trainers of language models on values of games, where a plus says which player is ahead.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check 'math-verify[antlr4_13_2]==0.9.0' \
    latex2sympy2_extended==1.11.0; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

from math_verify import parse, verify

for name in ("math-verify", "latex2sympy2_extended"):
    print(name, version(name))
found = []
for gold, answer in (
    ("1", "1"), ("1", "+1"), ("1", "The value is +1."), ("1", "$+1$"),
    ("1/2", "1/2"), ("1/2", "+1/2"), ("-1", "-1"), ("+1", "+1"),
):
    is_right = verify(parse(gold), parse(answer))
    print(f"gold {gold!r}, answer {answer!r}, read as {parse(answer)}: {is_right}")
    found.append(is_right)
sys.exit(found != [True, False, False, True, True, False, True, False])
PY
