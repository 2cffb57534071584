#!/usr/bin/env bash
# What: A square of 40 by 40 units at (20, 20) that is an <svg> with a viewBox within the picture is 30 by 30 units in svglib, and
#       10 by 10 if it is a <symbol> with that viewBox, used at that size. An inner <svg> that has x and y, but no size, is
#       drawn at (57.5, 57.5). The outer viewBox is right. CairoSVG draws all of them at the place and size that SVG states.
# Versions: svglib 2.3.2, reportlab 5.1.0, CairoSVG 2.9.1, Python 3.11, Linux x86-64, with libcairo.
# Date: 2026-11-29.
# Who: who prints boards as PDF whose squares or marks are inner pictures: marks are smaller, and beside their squares.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check svglib==2.3.2 reportlab==5.1.0 cairosvg==2.9.1 \
    pillow==13.0.0; } || exit 2
cd "$folder"
env/bin/python -c 'import cairosvg' 2>/dev/null || { echo "libcairo is not installed"; exit 2; }
env/bin/python -W ignore - <<'PY'
import io
import sys
from importlib.metadata import version

import cairosvg
from PIL import Image, ImageOps
from svglib.svglib import svg2rlg

for name in ("svglib", "reportlab", "CairoSVG"):
    print(name, version(name))
SIZE, POINTS_PER_UNIT = 100, 0.75
PAGE = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    f'width="{SIZE}" height="{SIZE}" viewBox="0 0 {SIZE} {SIZE}">{{}}</svg>'
)
PLACE = 'x="20" y="20" width="40" height="40"'
UNIT = '<rect width="10" height="10"/>'
CASES = {
    "rect": f"<rect {PLACE}/>",
    "svg with viewBox": f'<svg {PLACE} viewBox="0 0 10 10">{UNIT}</svg>',
    "symbol with viewBox": f'<symbol id="s" viewBox="0 0 10 10">{UNIT}</symbol><use xlink:href="#s" {PLACE}/>',
    "svg without size": '<svg x="20" y="20"><rect width="40" height="40"/></svg>',
}


def box_of_svglib(text):
    left, bottom, right, top = (value / POINTS_PER_UNIT for value in svg2rlg(io.BytesIO(text.encode())).getBounds())
    return tuple(round(value, 1) for value in (left, SIZE - top, right - left, top - bottom))


def box_of_cairosvg(text):
    picture = Image.open(io.BytesIO(cairosvg.svg2png(text.encode(), background_color="white"))).convert("L")
    left, top, right, bottom = ImageOps.invert(picture).getbbox()
    return left, top, right - left, bottom - top


seen = {}
for name, body in CASES.items():
    seen[name] = box_of_svglib(PAGE.format(body)), box_of_cairosvg(PAGE.format(body))
    print(f"{name}: left, top, width and height {seen[name][0]} in svglib, {seen[name][1]} in CairoSVG")
RIGHT = (20, 20, 40, 40)
wanted = {
    "rect": RIGHT,
    "svg with viewBox": (20, 20, 30, 30),
    "symbol with viewBox": (20, 20, 10, 10),
    "svg without size": (57.5, 57.5, 40, 40),
}
sys.exit(seen != {name: (box, RIGHT) for name, box in wanted.items()})
PY
