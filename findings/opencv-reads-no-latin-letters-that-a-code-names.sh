#!/usr/bin/env bash
# What: OpenCV reads ½, 3×3 and Müller from a QR code in ISO 8859-1, if the code does not name this encoding (ECI). If it does,
#       as the codes of lean-qr do, detectAndDecode() raises a UnicodeDecodeError. It raises one for Greek in the mode for
#       kanji, too, which lean-qr and segno choose for words in capitals. zxing-cpp reads all of these codes of lean-qr.
# Versions: opencv-python-headless 5.0.0.93, zxing-cpp 3.1.1, segno 1.6.6, lean-qr 2.7.4, Node 20, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who has a program read scanned work sheets that are marked by QR codes with names of players or classes.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check opencv-python-headless==5.0.0.93 zxing-cpp==3.1.1 \
    segno==1.6.6; } || exit 2
cd "$folder"
npm install --silent --no-audit --no-fund lean-qr@2.7.4 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >write.mjs <<'JS'
import { generate } from "lean-qr";

const toRows = (code) => {
  const places = [...Array(code.size).keys()];
  return places.map((y) => places.map((x) => code.get(x, y)));
};
console.log(JSON.stringify(JSON.parse(process.argv[2]).map((text) => toRows(generate(text)))));
JS
env/bin/python - 2>cv.log <<'PY' || { cat cv.log; exit 1; }
import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import cv2
import numpy as np
import segno
import zxingcpp

for name in ("opencv-python-headless", "zxing-cpp", "segno"):
    print(name, version(name))
print("lean-qr", json.loads(Path("node_modules/lean-qr/package.json").read_text())["version"])
LATIN, GREEK = ("½", "3×3", "Müller"), ("ΝΙΚΗ", "ΟΜΑΔΑ")
TEXTS = (*LATIN, *GREEK)
done = subprocess.run(["node", "write.mjs", json.dumps(TEXTS)], check=True, capture_output=True, text=True)
codes = dict(zip(TEXTS, json.loads(done.stdout), strict=True))


def draw(rows):
    modules = np.pad(np.array(rows, dtype=np.uint8), 4)
    return np.kron(255 * (1 - modules), np.ones((8, 8), dtype=np.uint8))


def read(image):
    try:
        return cv2.QRCodeDetector().detectAndDecode(image)[0]
    except UnicodeDecodeError:
        return "UnicodeDecodeError"


seen = {}
for text in TEXTS:
    named = draw(codes[text])
    unnamed = draw(segno.make(text, micro=False).matrix)
    seen[text] = read(unnamed), read(named), zxingcpp.read_barcode(named).text
    print(f"{text}: OpenCV reads {seen[text][0]} from segno and {seen[text][1]} from lean-qr,", end=" ")
    print(f"from which zxing-cpp reads {seen[text][2]}")
ERROR = "UnicodeDecodeError"
wanted = {text: (text, ERROR, text) for text in LATIN} | {text: (ERROR, ERROR, text) for text in GREEK}
sys.exit(seen != wanted)
PY
