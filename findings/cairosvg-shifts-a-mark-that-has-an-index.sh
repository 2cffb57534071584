#!/usr/bin/env bash
# What: CairoSVG aligns every part of a text by that part's width alone: with text-anchor="middle" or "end", a text that
#       has a tspan lies to the right of where it belongs, by half or all of the width of the rest. Without a tspan, or
#       with the anchor at the start, it is right. By SVG 1.1 (10.9.1) a text is aligned as a whole.
# Versions: cairosvg 2.9.1, pillow 13.0.0, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who makes pictures of boards whose marks have indices, X with a small 1, in the middle of their squares.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check cairosvg==2.9.1 pillow==13.0.0; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import io
import sys
from importlib.metadata import version

try:
    import cairosvg
except OSError as error:
    print(error)
    sys.exit(2)
from PIL import Image

for name in ("cairosvg", "pillow"):
    print(name, version(name))


def edges(anchor, text):
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="100">'
        f'<text x="400" y="60" font-size="40" text-anchor="{anchor}">{text}</text></svg>'
    )
    left, _, right, _ = Image.open(io.BytesIO(cairosvg.svg2png(svg.encode()))).getchannel("A").getbbox()
    return left - 400, right - 400


is_shifted = {}
for anchor in ("start", "middle", "end"):
    plain, parts = edges(anchor, "XXXX1111"), edges(anchor, "XXXX<tspan>1111</tspan>")
    print(f"{anchor}: from {plain[0]} to {plain[1]} of the anchor, with a tspan from {parts[0]} to {parts[1]}")
    is_shifted[anchor] = parts[1] - plain[1] > 20
sys.exit(is_shifted != {"start": False, "middle": True, "end": True})
PY
