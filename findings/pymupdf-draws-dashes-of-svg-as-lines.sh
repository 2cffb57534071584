#!/usr/bin/env bash
# What: PyMuPDF draws a dashed line of an SVG picture as a solid one: stroke-dasharray is ignored, as attribute
#       and as style, also when the picture is converted to PDF. A line that PyMuPDF dashes itself has its gaps.
# Versions: PyMuPDF 2.0, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who converts diagrams to PDF or PNG where dashes mean something: dashed and solid lines look the same.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check pymupdf==2.0; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys

import pymupdf

print("PyMuPDF and MuPDF", *pymupdf.version[:2])


def gaps(document):
    """Return the share of white pixels in the middle row."""
    pixels = document[0].get_pixmap()
    row = [pixels.pixel(x, pixels.height // 2) for x in range(pixels.width)]
    return sum(min(color) > 200 for color in row) / pixels.width


def svg(dashes):
    line = f'<line y1="5" y2="5" x2="100" stroke="#000" stroke-width="4" {dashes}/>'
    text = f'<svg xmlns="http://www.w3.org/2000/svg" width="100" height="10">{line}</svg>'
    return pymupdf.open(stream=text.encode(), filetype="svg")


seen = {}
for dashes in ("", 'stroke-dasharray="10"', 'style="stroke-dasharray:10 10"'):
    seen[dashes or "no dashes"] = gaps(svg(dashes))
converted = svg('stroke-dasharray="10"').convert_to_pdf()
seen["converted to PDF"] = gaps(pymupdf.open(stream=converted, filetype="pdf"))
own = pymupdf.open()
own.new_page(width=100, height=10).draw_line((0, 5), (100, 5), width=4, dashes="[10 10] 0")
seen["drawn by PyMuPDF"] = gaps(own)
for name, share in seen.items():
    print(f"{name}: share of gaps {share:.2f}")
sys.exit([round(share, 1) for share in seen.values()] != [0, 0, 0, 0, 0.5])
PY
