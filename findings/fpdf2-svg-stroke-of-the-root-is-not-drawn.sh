#!/usr/bin/env bash
# What: A stroke that is set on the <svg> itself is not drawn in fpdf2, unless its width is set there, too: of
#       <svg fill="none" stroke="#000"> with lines nothing is seen, though the default width is 1. On a <g> inside, or on the
#       lines, the same attributes draw them. No message is logged.
# Versions: fpdf2 2.8.9, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who puts pictures of boards whose lines have one colour, given once, into PDF sheets: the lines are missing.

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
STROKE = 'fill="none" stroke="#000"'


def is_drawn(root, group, line):
    """Tell whether a line with these attributes of its ancestors and its own is stroked."""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" {root}>' \
        f'<g {group}><path d="M1 1L8 8" {line}/></g></svg>'
    pdf = FPDF()
    pdf.set_compression(False)
    pdf.add_page()
    pdf.image(io.BytesIO(svg.encode()), x=0, y=0, w=50)
    page = re.search(rb"stream\n(.*?)\nendstream", bytes(pdf.output()), re.DOTALL)[1].decode()
    return re.findall(r"\b[fSBn]\b", page)[-1] == "S"


PLACES = {
    "on the line": ("", "", STROKE),
    "on a group": ("", STROKE, ""),
    "on the <svg>": (STROKE, "", ""),
    'on the <svg>, with stroke-width="1"': (f'{STROKE} stroke-width="1"', "", ""),
}
seen = []
for place, attributes in PLACES.items():
    seen.append(is_drawn(*attributes))
    print(f"{STROKE} {place}: the line is {'drawn' if seen[-1] else 'missing'}")
print("messages:", messages.getvalue() or "none")
sys.exit(not (seen == [True, True, False, True] and not messages.getvalue()))
PY
