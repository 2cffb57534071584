#!/usr/bin/env bash
# What: fpdf2 takes currentColor in an SVG picture for "inherit": a line with stroke="currentColor" is not drawn, since no
#       ancestor has a stroke, or has the stroke of its parent, and a shape with fill="currentColor" in a blue group is black,
#       or has the fill of its parent. No message is logged, while a colour such as hsl(0 100% 50%) raises an error.
# Versions: fpdf2 2.8.9, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who prints boards and icons that take the colour of the text around them: they are missing in the PDF.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check fpdf2==2.8.9; } || exit 2
"$folder/env/bin/python" - <<'PY'
import io
import logging
import re
import sys
from importlib.metadata import version

from fpdf import FPDF

print("fpdf2", version("fpdf2"))
messages = io.StringIO()
logging.basicConfig(stream=messages, level=logging.WARNING)


def draw(group, attributes):
    """Return the operators that set colours, and the last one that paints: n for nothing."""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">' \
        f'<g {group}><path d="M1 1L8 8L8 1" {attributes}/></g></svg>'
    pdf = FPDF()
    pdf.set_compression(False)
    pdf.add_page()
    pdf.image(io.BytesIO(svg.encode()), x=0, y=0, w=50)
    page = re.search(rb"stream\n(.*?)\nendstream", bytes(pdf.output()), re.DOTALL)[1].decode()
    colors = [color.strip() for color in re.findall(r"[\d. ]+ (?:g|rg|G|RG)\b", page)]
    return colors, re.findall(r"\b[fSBn]\b", page)[-1]


LINE, SHAPE = 'fill="none" stroke="currentColor"', 'fill="currentColor"'
PICTURES = {
    ('color="blue"', 'fill="none" stroke="blue"'): (["0 0 1 RG"], "S"),
    ('color="blue"', LINE): ([], "n"),
    ('color="blue" stroke="red"', LINE): (["1 0 0 RG"], "S"),
    ('color="blue"', 'fill="blue"'): (["0 0 1 rg"], "f"),
    ('color="blue"', SHAPE): ([], "f"),
    ('color="blue" fill="red"', SHAPE): (["1 0 0 rg"], "f"),
}
PAINTED = {"S": "a line", "f": "a shape", "n": "nothing"}
held = True
for (group, attributes), wanted in PICTURES.items():
    colors, painted = draw(group, attributes)
    print(f"<g {group}><path {attributes}/></g>: {PAINTED.get(painted, painted)}, colours {colors or 'as before, black'}")
    held &= (colors, painted) == wanted
print("messages:", messages.getvalue() or "none")
sys.exit(not (held and not messages.getvalue()))
PY
