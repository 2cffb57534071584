#!/usr/bin/env bash
# What: segno writes ½ and 3×3 into a QR code in ISO 8859-1, the encoding that the standard sets for codes that name none.
#       zxing-cpp and @zxing/library guess Shift JIS and read ｽ and 3ﾗ3, jsQR reads an empty text, and qr replaces the
#       character. Müller is right in both of ZXing, empty in jsQR, and M�ller in qr. All four read all three in UTF-8,
#       which is against the standard if the code does not name it.
# Versions: segno 1.6.6, zxing-cpp 3.1.1, @zxing/library 0.23.0, jsqr 1.4.0, qr 0.7.0, Node 20, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who prints results, sizes of boards or names of players in QR codes for a class room, and has them scanned in a page.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check segno==1.6.6 zxing-cpp==3.1.1; } || exit 2
cd "$folder"
npm install --silent --no-audit --no-fund jsqr@1.4.0 @zxing/library@0.23.0 qr@0.7.0 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >read.mjs <<'JS'
import { readFileSync } from "node:fs";
import zxing from "@zxing/library";
import jsQR from "jsqr";
import decodeQR from "qr/decode.js";

const { BinaryBitmap, HybridBinarizer, QRCodeReader, RGBLuminanceSource } = zxing;
const readWithZxing = (gray, size) => {
  const source = new RGBLuminanceSource(gray, size, size);
  return new QRCodeReader().decode(new BinaryBitmap(new HybridBinarizer(source))).getText();
};
const pages = JSON.parse(readFileSync("pages.json", "utf8"));
const seen = pages.map(({ size, pixels }) => {
  const gray = Uint8ClampedArray.from(pixels);
  const data = Uint8ClampedArray.from(pixels.flatMap((value) => [value, value, value, 255]));
  return {
    "@zxing/library": readWithZxing(gray, size),
    jsqr: jsQR.default(data, size, size).data,
    qr: decodeQR({ data, width: size, height: size }),
  };
});
console.log(JSON.stringify(seen));
JS
env/bin/python - <<'PY'
import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import segno
import zxingcpp

print("segno", version("segno"), "zxing-cpp", version("zxing-cpp"))
for name in ("@zxing/library", "jsqr", "qr"):
    print(name, json.loads(Path(f"node_modules/{name}/package.json").read_text())["version"])
TEXTS = ("½", "3×3", "Müller")
CODES = [(text, encoding) for encoding in (None, "utf-8") for text in TEXTS]
pages, by_cpp = [], []
for text, encoding in CODES:
    code = segno.make(text, encoding=encoding, micro=False)
    rows = [bytes(0 if is_dark else 255 for is_dark in row) for row in code.matrix_iter(scale=8, border=4)]
    pages.append({"size": len(rows), "pixels": list(b"".join(rows))})
    image = memoryview(b"".join(rows)).cast("B", (len(rows), len(rows)))
    by_cpp.append(zxingcpp.read_barcode(image).text)
Path("pages.json").write_text(json.dumps(pages))
done = subprocess.run(["node", "read.mjs"], check=True, capture_output=True, text=True)
seen = {}
for (text, encoding), cpp, others in zip(CODES, by_cpp, json.loads(done.stdout), strict=True):
    seen[text, encoding] = {"zxing-cpp": cpp, **others}
    print(f"{text} in {encoding or 'the default encoding'}:", seen[text, encoding])
NAMES = ("zxing-cpp", "@zxing/library", "jsqr", "qr")
wanted = {(text, "utf-8"): dict.fromkeys(NAMES, text) for text in TEXTS} | {
    ("½", None): dict(zip(NAMES, ("ｽ", "ｽ", "", "\ufffd"), strict=True)),
    ("3×3", None): dict(zip(NAMES, ("3ﾗ3", "3ﾗ3", "", "3\ufffd3"), strict=True)),
    ("Müller", None): dict(zip(NAMES, ("Müller", "Müller", "", "M\ufffdller"), strict=True)),
}
sys.exit(seen != wanted)
PY
