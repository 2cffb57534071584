#!/usr/bin/env bash
# What: latex_to_text() of pylatexenc leaves out commands that it does not know, and keeps their arguments side by side, without
#       a message: \tfrac12 and \dfrac{1}{2} are 12, \binom{9}{2} is 92, 5\textsuperscript{2} is 52, and a \ne b is "a b".
#       \frac12 is 1/2, and \neq is ≠. It leaves out arguments of some commands that it knows: \sqrt[3]{8} is √(8).
# Versions: pylatexenc 2.11, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who makes plain text of notes on the game, for a search index or a list of references: numbers become others.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check pylatexenc==2.11; } || exit 2
cd "$folder"
env/bin/python - 2>warnings.log <<'PY'
import logging
import sys
from importlib.metadata import version

from pylatexenc.latex2text import LatexNodes2Text

logging.basicConfig(level=logging.DEBUG)
print("pylatexenc", version("pylatexenc"))
WANTED = {
    r"$\frac12$": "1/2",
    r"$\tfrac12$": "12",
    r"$\dfrac{1}{2}$": "12",
    r"$\binom{9}{2}$": "92",
    r"5\textsuperscript{2}": "52",
    r"$a \neq b$": "a ≠ b",
    r"$a \ne b$": "a b",
    r"$\sqrt[3]{8}$": "√(8)",
}
convert = LatexNodes2Text().latex_to_text
seen = {text: convert(text) for text in WANTED}
for text, plain in seen.items():
    print(f"{text} becomes {plain}")
sys.exit({text: " ".join(plain.split()) for text, plain in seen.items()} != WANTED)
PY
if grep -q WARNING warnings.log; then
  cat warnings.log
  exit 1
fi
