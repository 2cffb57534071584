#!/usr/bin/env bash
# What: 40px in an SVG picture are 30 units in fpdf2, and 10mm are 28.3, not 37.8: it converts lengths with a unit to points,
#       and takes points for user units, where one pixel is one unit by the standard. Of width="40" and width="40px" the
#       second is smaller, and so is a font with a size in px.
# Versions: fpdf2 2.8.9, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who prints pictures of boards whose styles have lengths in px, as CSS needs them: thin lines, and marks out of place.

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


def lengths(unit, length):
    """Return the width of a rectangle and the size of a font that are set with a unit."""
    rectangle = page(f'<rect width="{length}{unit}" height="9"/>')
    text = page(f'<text x="0" y="50" style="font-size:{length}{unit}">X</text>')
    width = re.search(r"0 0 ([\d.]+) 9 re", rectangle)[1]
    return float(width), float(re.search(r"/F1 ([\d.]+) Tf", text)[1])


PIXELS = {"": 1, "px": 1, "pt": 4 / 3, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96}
LENGTHS = {"": 40, "px": 40, "pt": 30, "mm": 10, "cm": 1, "in": 0.5}
held = True
for unit, length in LENGTHS.items():
    right = length * PIXELS[unit]
    width, size = lengths(unit, length)
    print(f"{length}{unit}: a rectangle is {width:.2f} units wide, a font has {size:.2f}, by the standard {right:.2f}")
    expected = right if not unit else 0.75 * right
    held &= abs(width - expected) < 0.01
sys.exit(not held)
PY
