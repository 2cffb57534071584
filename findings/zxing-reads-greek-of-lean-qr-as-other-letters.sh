#!/usr/bin/env bash
# What: To save space, lean-qr can write the letters without accents of a text in the mode for kanji, and the rest in UTF-8.
#       zxing-cpp then reads Δημοκρατία as ¢ÅÊÍÈÏ¿Ñία, with control characters between, and has one � for the second word
#       of "Νίκος, ΟΜΑΔΑ". jsQR and @zxing/library read both. Texts in one mode, such as Νικόλαος, are read by all.
# Versions: lean-qr 2.7.4, zxing-cpp 3.1.1, jsqr 1.4.0, @zxing/library 0.23.0, Node 20, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: Greek class rooms: a page writes names of pupils or teams as QR codes, and a program with zxing-cpp reads them.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check zxing-cpp==3.1.1; } || exit 2
cd "$folder"
npm install --silent --no-audit --no-fund lean-qr@2.7.4 jsqr@1.4.0 @zxing/library@0.23.0 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >write.mjs <<'JS'
import zxing from "@zxing/library";
import jsQR from "jsqr";
import { generate } from "lean-qr";

const { BinaryBitmap, HybridBinarizer, QRCodeReader, RGBLuminanceSource } = zxing;
const SCALE = 6;
const BORDER = 4;
const draw = (code) => {
  const size = (code.size + 2 * BORDER) * SCALE;
  const isDark = (at) => code.get(Math.floor((at % size) / SCALE) - BORDER, Math.floor(Math.floor(at / size) / SCALE) - BORDER);
  return { size, pixels: Array.from({ length: size * size }, (_, at) => (isDark(at) ? 0 : 255)) };
};
const readByZxing = ({ size, pixels }) => {
  const source = new RGBLuminanceSource(Uint8ClampedArray.from(pixels), size, size);
  return new QRCodeReader().decode(new BinaryBitmap(new HybridBinarizer(source))).getText();
};
const readByJsQR = ({ size, pixels }) =>
  jsQR.default(Uint8ClampedArray.from(pixels.flatMap((value) => [value, value, value, 255])), size, size).data;
const pictures = JSON.parse(process.argv[2]).map((text) => draw(generate(text)));
const seen = pictures.map((picture) => ({ ...picture, jsqr: readByJsQR(picture), library: readByZxing(picture) }));
console.log(JSON.stringify(seen));
JS
env/bin/python - <<'PY'
import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import zxingcpp

for name in ("lean-qr", "jsqr", "@zxing/library"):
    print(name, json.loads(Path(f"node_modules/{name}/package.json").read_text())["version"])
print("zxing-cpp", version("zxing-cpp"))
MIXED, WHOLE = ("Δημοκρατία", "Γυμνάσιο ΑΘΗΝΩΝ", "Νίκος, ΟΜΑΔΑ"), ("Νικόλαος", "ΝΙΚΟΛΑΟΣ")
TEXTS = (*MIXED, *WHOLE)
done = subprocess.run(["node", "write.mjs", json.dumps(TEXTS)], check=True, capture_output=True, text=True)
by_cpp = {}
for text, picture in zip(TEXTS, json.loads(done.stdout), strict=True):
    image = memoryview(bytes(picture["pixels"])).cast("B", (picture["size"], picture["size"]))
    by_cpp[text] = zxingcpp.read_barcode(image).text
    print(f"{text}: zxing-cpp reads {by_cpp[text]!a}, jsQR {picture['jsqr']}, @zxing/library {picture['library']}")
    if not picture["jsqr"] == picture["library"] == text:
        sys.exit(1)
print("without control signs:", *["".join(filter(str.isprintable, by_cpp[text])) for text in MIXED], sep="\n  ")
is_right = {text: by_cpp[text] == text for text in TEXTS}
is_latin = by_cpp["Δημοκρατία"].replace("\x83", "") == "¢ÅÊÍÈÏ¿Ñία"
sys.exit(is_right != {text: text in WHOLE for text in TEXTS} or not is_latin)
PY
