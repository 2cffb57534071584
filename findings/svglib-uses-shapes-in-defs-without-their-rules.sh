#!/usr/bin/env bash
# What: A shape that stands in <defs> and is drawn by <use> is black in svglib, if a rule of the style sheet gives it a colour, by
#       class, id or element. The rule applies to the same shape outside of <defs>, to its copies, and in a <symbol>; in
#       <defs> a fill="" or style="" applies. CairoSVG applies the rules always, as SVG demands.
# Versions: svglib 2.3.2, reportlab 5.1.0, CairoSVG 2.9.1, Python 3.11, Linux x86-64, with libcairo.
# Date: 2026-11-29.
# Who: who prints boards as PDF: a mark is defined once, coloured by a class for its player, and used in many squares.

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
from PIL import Image
from svglib.svglib import svg2rlg

for name in ("svglib", "reportlab", "CairoSVG"):
    print(name, version(name))
PAGE = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="20" height="20">'
    '<style>{}</style>{}<use xlink:href="#x"/></svg>'
)
RECT = '<rect width="20" height="20" {}/>'
IN_DEFS = f"<defs>{RECT}</defs>"
CASES = {
    "rule by class, in <defs>": (".red{fill:red}", IN_DEFS.format('id="x" class="red"')),
    "rule by id, in <defs>": ("#x{fill:red}", IN_DEFS.format('id="x"')),
    "rule by element, in <defs>": ("rect{fill:red}", IN_DEFS.format('id="x"')),
    "rule by class, in a group in <defs>": (".red{fill:red}", f'<defs><g id="x">{RECT}</g></defs>'.format('class="red"')),
    "rule by class, outside of them": (".red{fill:red}", RECT.format('id="x" class="red"')),
    "rule by class, in <symbol>": (".red{fill:red}", f'<symbol id="x">{RECT}</symbol>'.format('class="red"')),
    "fill, in <defs>": ("", IN_DEFS.format('id="x" fill="red"')),
    "style, in <defs>": ("", IN_DEFS.format('id="x" style="fill:red"')),
}
NAMES = {(255, 0, 0): "red", (0, 0, 0): "black"}


def shapes(node):
    for child in node.contents:
        yield from shapes(child) if hasattr(child, "contents") else [child]


def colours(text):
    *_, shape = shapes(svg2rlg(io.BytesIO(text.encode())))
    picture = Image.open(io.BytesIO(cairosvg.svg2png(text.encode()))).convert("RGB")
    return NAMES[shape.fillColor.bitmap_rgb()], NAMES[picture.getpixel((10, 10))]


seen = {name: colours(PAGE.format(*case)) for name, case in CASES.items()}
for name, (by_svglib, by_cairosvg) in seen.items():
    print(f"{name}: {by_svglib} in svglib, {by_cairosvg} in CairoSVG")
is_wrong = [name.startswith("rule") and name.endswith("in <defs>") for name in CASES]
sys.exit([*seen.values()] != [("black" if wrong else "red", "red") for wrong in is_wrong])
PY
