#!/usr/bin/env bash
# What: Of several opacities in an SVG picture fpdf2 keeps one: opacity=".5" on a shape replaces the fill-opacity of the shape
#       and the opacity of its group, instead of multiplying: a shape that should be seen with 1/4 has 1/2, and in a group that
#       is nearly invisible, opacity="1" makes it solid again.
# Versions: fpdf2 2.8.9, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who prints diagrams whose faded parts are groups: parts with an opacity of their own are not faded.

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
SHAPE = '<rect width="9" height="9" fill="red"'
CONTENTS = {
    f'{SHAPE} fill-opacity=".5"/>': (0.5, 0.5),
    f'{SHAPE} fill-opacity=".5" opacity=".5"/>': (0.25, 0.5),
    f'<g opacity=".5">{SHAPE} opacity=".5"/></g>': (0.25, 0.5),
    f'<g opacity=".1">{SHAPE} opacity="1"/></g>': (0.1, 1),
}
held = True
for content, (right, wanted) in CONTENTS.items():
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{content}</svg>'
    pdf = FPDF()
    pdf.add_page()
    pdf.image(io.BytesIO(svg.encode()), x=0, y=0, w=50)
    seen = {float(value) for value in re.findall(rb"/ca ([\d.]+)", bytes(pdf.output()))}
    print(f"{content}: opacity {seen} instead of {right}")
    held &= max(seen, default=1) == wanted
sys.exit(not held)
PY
