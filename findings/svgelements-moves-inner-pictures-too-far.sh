#!/usr/bin/env bash
# What: An inner <svg> at (100, 100) that has a viewBox is at (200, 200) or farther in svgelements, as its x and y are
#       counted twice, once of them in units of the inner picture: if one of these is five of the outer picture, it is
#       at (600, 600), outside of the page. Without a viewBox, or as a group that is moved and scaled, it is where it
#       should be. Its README names inner pictures among what is supported.
# Versions: svgelements 1.9.6, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who plots, cuts or engraves boards whose squares or marks are inner pictures, with a program that reads SVG by
#      svgelements.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check svgelements==1.9.6; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import io
import sys
from importlib.metadata import version

from svgelements import SVG, Shape

print("svgelements", version("svgelements"))
PAGE = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300" viewBox="0 0 300 300">%s</svg>'
AT = 'x="100" y="100" width="100" height="100"'
MARK = '<rect width="{0}" height="{0}"/>'
PICTURES = {
    "inner picture without viewBox": f"<svg {AT}>{MARK.format(100)}</svg>",
    "group, a unit is 5 units of the page": f'<g transform="translate(100 100) scale(5)">{MARK.format(20)}</g>',
    "inner picture, a unit is one of the page": f'<svg {AT} viewBox="0 0 100 100">{MARK.format(100)}</svg>',
    "inner picture, a unit is 5 units of the page": f'<svg {AT} viewBox="0 0 20 20">{MARK.format(20)}</svg>',
}
seen = {}
for name, picture in PICTURES.items():
    shapes = [shape for shape in SVG.parse(io.StringIO(PAGE % picture)).elements() if isinstance(shape, Shape)]
    seen[name] = [tuple(round(value) for value in shape.bbox()) for shape in shapes]
    print(f"{name}: {seen[name]} (by the standard [(100, 100, 200, 200)])")
expected = [
    [(100, 100, 200, 200)],
    [(100, 100, 200, 200)],
    [(200, 200, 300, 300)],
    [(600, 600, 700, 700)],
]
sys.exit(list(seen.values()) != expected)
PY
