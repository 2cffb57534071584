#!/usr/bin/env bash
# What: LibreOffice applies rules of `@media print` and of `@media (prefers-color-scheme: dark)` in
#       an SVG picture always, except the first rule of each block, which it drops. Rules whose
#       selector has a child combinator are skipped everywhere.
# Versions: LibreOffice 7.4.7 (Debian 12: apt-get install libreoffice-draw), Python 3.11.
# Date: 2026-11-28.
# Who: authors of SVG pictures that follow the reader's colour scheme: their colours mix.

set -euo pipefail
command -v soffice >/dev/null || { echo "no soffice here: apt-get install libreoffice-draw"; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
soffice --version
python3 - <<'PY'
import struct
import subprocess
import sys
from pathlib import Path

RULES = {
    "@media print": "@media print{.k .a{fill:#0f0}.k .b{fill:#0f0}}",
    "@media (prefers-color-scheme: dark)":
        "@media (prefers-color-scheme:dark){.k .a{fill:#0f0}.k .b{fill:#0f0}}",
    "the same with child combinators":
        "@media (prefers-color-scheme:dark){.k&gt;.a{fill:#0f0}.k&gt;.b{fill:#0f0}}",
    "no rule": "",
}
WANTED = [("red", "green"), ("red", "green"), ("red", "red"), ("red", "red")]


def colors(name: str, css: str) -> tuple[str, ...]:
    """Return the colours of two rectangles that are red without the rules."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100" class="k">'
        f'<style>{css}</style><g class="a" fill="#f00"><rect width="100" height="100"/></g>'
        '<g class="b" fill="#f00"><rect x="100" width="100" height="100"/></g></svg>'
    )
    Path(f"{name}.svg").write_text(svg)
    home = f"-env:UserInstallation=file://{Path.cwd()}/home"
    command = ["soffice", home, "--headless", "--convert-to", "bmp", f"{name}.svg"]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    data = Path(f"{name}.bmp").read_bytes()
    start, (width, height), bits = *struct.unpack_from("<I", data, 10), \
        struct.unpack_from("<ii", data, 18), *struct.unpack_from("<H", data, 28)
    row = (width * bits // 8 + 3) // 4 * 4
    at = [start + row * (abs(height) // 2) + x * bits // 8 for x in (width // 4, 3 * width // 4)]
    pixels = [data[i : i + 3] for i in at]
    return tuple("red" if red > green else "green" for _, green, red in pixels)


found = []
for number, (what, css) in enumerate(RULES.items()):
    found.append(colors(str(number), css))
    print(f"{what}: first rule's rectangle {found[-1][0]}, second rule's {found[-1][1]}")
sys.exit(found != WANTED)
PY
