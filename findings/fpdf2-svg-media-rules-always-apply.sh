#!/usr/bin/env bash
# What: fpdf2 applies the rules of every @media and @supports block of an SVG picture, whatever its condition is, and since the
#       last rule wins, a picture with a dark theme is white in a PDF, on white paper. No message is logged. Media rules are
#       not among the features that it supports; then they would be expected to be left out.
# Versions: fpdf2 2.8.9, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who puts pictures of boards that follow the reader's theme into PDF sheets: marks and lines are missing.

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
RULE = "{.mark{fill:#fff}}"
CONDITIONS = [
    "", "@media (prefers-color-scheme: dark)", "@media screen", "@media print", "@media not all",
    "@supports (no-such-property: 1)",
]


def color(condition):
    """Return the operator that sets the colour of a square that is black by its first rule."""
    css = ".mark{fill:#000}" + (condition + RULE if condition else "")
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>{css}</style>' \
        '<rect class="mark" width="9" height="9"/></svg>'
    pdf = FPDF()
    pdf.set_compression(False)
    pdf.add_page()
    pdf.image(io.BytesIO(svg.encode()), x=0, y=0, w=50)
    return re.findall(rb"([\d.]+) g\b|([\d. ]+) rg\b", bytes(pdf.output()))


seen = []
for condition in CONDITIONS:
    found = color(condition)
    seen.append([float(gray) for gray, _ in found])
    shade = {0.0: "black", 1.0: "white"}.get(seen[-1][-1] if seen[-1] else None, found)
    print(f"{condition + ' ' + RULE if condition else 'no condition'}: {shade}")
print("messages:", messages.getvalue() or "none")
sys.exit(not (seen == [[0]] + [[1]] * 5 and not messages.getvalue()))
PY
