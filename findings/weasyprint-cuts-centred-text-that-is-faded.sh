#!/usr/bin/env bash
# What: WeasyPrint shows only the right half of an SVG text that is centred with text-anchor="middle" and has an
#       opacity, and nothing of one that ends at its anchor: it clips what is left of the anchor. Without the opacity,
#       or with fill-opacity instead, the whole text is there. Nothing is reported.
# Versions: weasyprint 70.0, pypdfium2 5.15.2, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who prints sheets with boards whose earlier marks are faded, each in the middle of its square.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check weasyprint==70.0 pypdfium2==5.15.2; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

import pypdfium2

try:
    from weasyprint import HTML
except OSError as error:
    print(error)
    sys.exit(2)

for name in ("weasyprint", "pypdfium2"):
    print(name, version(name))
PAGE = "<style>@page {{ size: 300px 100px; margin: 0 }} body {{ margin: 0 }}</style><svg width='300' height='100'>{}</svg>"


def columns(anchor, style):
    text = f'<text x="150" y="50" font-size="30" text-anchor="{anchor}" {style}>HHHH</text>'
    page = pypdfium2.PdfDocument(HTML(string=PAGE.format(text)).write_pdf())[0]
    image = page.render(scale=96 / 72).to_pil().convert("L")
    return [x - 150 for x in range(image.width) if image.crop((x, 0, x + 1, image.height)).getextrema()[0] < 250]


seen = {}
for anchor in ("start", "middle", "end"):
    whole = columns(anchor, "")
    for style in ('fill-opacity="0.5"', 'opacity="0.5"'):
        part = columns(anchor, style)
        seen[anchor, style] = len(part) / len(whole)
        print(f"{anchor}, {style}: {len(part)} of {len(whole)} columns have ink")
faded = [seen[anchor, 'opacity="0.5"'] for anchor in ("start", "middle", "end")]
is_whole = all(seen[anchor, 'fill-opacity="0.5"'] > 0.9 for anchor in ("start", "middle", "end"))
sys.exit(not (is_whole and faded[0] > 0.9 and 0.3 < faded[1] < 0.7 and faded[2] < 0.1))
PY
