#!/usr/bin/env bash
# What: If two rules of an SVG picture set the same property of an element with two classes, fpdf2 takes the rule of the class
#       that is named last in the element, where CSS takes the rule that comes last in the style: class="taken mark" and
#       class="mark taken" differ in fpdf2 only.
# Versions: fpdf2 2.8.9, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who marks the state of a square by a second class, whose rule comes later, and prints the board.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check fpdf2==2.8.9; } || exit 2
"$folder/env/bin/python" - <<'PY'
import io
import re
import sys
from importlib.metadata import version

from fpdf import FPDF

print("fpdf2", version("fpdf2"))


def page(content):
    """Return the drawing operators of a picture."""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{content}</svg>'
    pdf = FPDF()
    pdf.set_compression(False)
    pdf.add_page()
    pdf.image(io.BytesIO(svg.encode()), x=0, y=0, w=50)
    return re.search(rb"stream\n(.*?)\nendstream", bytes(pdf.output()), re.DOTALL)[1].decode()


RULES = [".mark{fill:#000}", ".taken{fill:#f00}"]
COLORS = {"0 g": "black", "1 0 0 rg": "red"}
seen = []
for rules in (RULES, RULES[::-1]):
    for classes in ("mark taken", "taken mark"):
        style = "".join(rules)
        found = re.search(r"1 0 0 rg|\b0 g\b", page(f'<style>{style}</style><rect class="{classes}" width="9" height="9"/>'))
        seen.append(COLORS[found[0]] if found else "none")
        print(f'{style} and class="{classes}": {seen[-1]}, by the last rule {"red" if rules is RULES else "black"}')
sys.exit(seen != ["red", "black"] * 2)
PY
