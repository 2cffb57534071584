#!/usr/bin/env bash
# What: text2qti writes the bounds of a numerical question with four decimals: of [0.33333, 0.33334], or 0.333333 +-
#       0.00001, both become 0.3333, so that 0.33333 and 0.333333, as asked, are outside. It says nothing.
# Versions: text2qti 0.8.0, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: teachers who ask for probabilities, such as 1/3 or 5/9, in a quiz for Canvas.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check text2qti==0.8.0; } || exit 2
cd "$folder"
export HOME=$folder
env/bin/python -W ignore - <<'PY'
import re
import sys
from importlib.metadata import version

from text2qti.config import Config
from text2qti.quiz import Quiz
from text2qti.xml_assessment import assessment

print("text2qti", version("text2qti"))
seen = {}
for answer in ("[0.3, 0.4]", "[0.33333, 0.33334]", "0.333333 +- 0.00001"):
    quiz = Quiz(f"1. Which part of the games is drawn?\n= {answer}\n", config=Config())
    xml = assessment(quiz=quiz, assessment_identifier="a", title_xml="a")
    seen[answer] = [re.search(f"<var{bound} [^>]*>([^<]*)<", xml)[1] for bound in ("gte", "lte")]
    print(f"{answer}: right answers are from {seen[answer][0]} to {seen[answer][1]}")
narrow = ["0.3333", "0.3333"]
sys.exit(list(seen.values()) != [["0.3000", "0.4000"], narrow, narrow])
PY
