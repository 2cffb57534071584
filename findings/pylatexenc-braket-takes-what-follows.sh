#!/usr/bin/env bash
# What: pylatexenc takes two arguments for \braket, as \braket{0}{1} of LaTeX's physics package has. After the one argument of
#       \braket{0|1}, as LaTeX's braket package has it, it takes what follows as the second: the $ that ends the formula, the
#       next sign, or the next \braket. "$\braket{0|1} = 0$" becomes "⟨0|1|=⟩ 0", and "$\braket{0|0}\braket{1|1}$" becomes
#       "⟨0|0|⟨%s|%s⟩⟩1|1". \ket and \bra are right.
# Versions: pylatexenc 2.11, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who makes plain text of lessons on quantum states, for a search index, a preview or a list of references.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check pylatexenc==2.11; } || exit 2
cd "$folder"
env/bin/python - <<'PY'
import sys
from importlib.metadata import version

from pylatexenc.latex2text import LatexNodes2Text

print("pylatexenc", version("pylatexenc"))
WANTED = {
    r"$\ket{0}$ and $\bra{1}$": "|0⟩ and ⟨1|",
    r"$\braket{0}{1}$ is 0.": "⟨0|1⟩ is 0.",
    r"$\braket{0|1}$ is 0.": "⟨0|1|$⟩ is 0.",
    r"$\braket{0|1} = 0$ and $x$": "⟨0|1|=⟩ 0 and x",
    r"$\braket{0|0}\braket{1|1}$": "⟨0|0|⟨%s|%s⟩⟩1|1",
}
convert = LatexNodes2Text().latex_to_text
seen = {text: convert(text) for text in WANTED}
for text, plain in seen.items():
    print(f"{text} becomes {plain}")
sys.exit(seen != WANTED)
PY
