#!/usr/bin/env bash
# What: segno writes Greek and Russian texts without accents in Shift JIS, an encoding for Japanese, and the code does not name
#       it. For bytes, segno's documentation says UTF-8 for all that is not ISO 8859-1. jsQR reads an empty text from ΤΑΞΗ 3
#       and Класс 3. ΝΙΚΗ, without a space, is in the mode for kanji: jsQR reads it, but qr raises an error. Τάξη 3 is in
#       UTF-8. With encoding="utf-8" all are read by both.
# Versions: segno 1.6.6, jsqr 1.4.0, qr 0.7.0, Node 20, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: Greek teachers who print names of classes or teams in QR codes: names in capitals have no accents.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check segno==1.6.6; } || exit 2
cd "$folder"
npm install --silent --no-audit --no-fund jsqr@1.4.0 qr@0.7.0 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >read.mjs <<'JS'
import { readFileSync } from "node:fs";
import jsQR from "jsqr";
import decodeQR from "qr/decode.js";

const attempt = (read) => {
  try {
    return read();
  } catch {
    return "an error";
  }
};
const pages = JSON.parse(readFileSync("pages.json", "utf8"));
const seen = pages.map(({ size, pixels }) => {
  const data = Uint8ClampedArray.from(pixels.flatMap((value) => [value, value, value, 255]));
  return {
    jsqr: attempt(() => jsQR.default(data, size, size).data),
    qr: attempt(() => decodeQR({ data, width: size, height: size })),
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
from segno.encoder import get_mode_name, prepare_data

print("segno", version("segno"))
for name in ("jsqr", "qr"):
    print(name, json.loads(Path(f"node_modules/{name}/package.json").read_text())["version"])
JAPANESE = ("ΤΑΞΗ 3", "Класс 3", "ΝΙΚΗ")
OTHER = "Τάξη 3"
CODES = [(text, None) for text in (*JAPANESE, OTHER)] + [(text, "utf-8") for text in JAPANESE]
pages = []
for text, encoding in CODES:
    code = segno.make(text, encoding=encoding, micro=False)
    rows = [bytes(0 if is_dark else 255 for is_dark in row) for row in code.matrix_iter(scale=8, border=4)]
    pages.append({"size": len(rows), "pixels": list(b"".join(rows))})
Path("pages.json").write_text(json.dumps(pages))
done = subprocess.run(["node", "read.mjs"], check=True, capture_output=True, text=True)
written, is_right, by_jsqr = {}, {}, []
for (text, encoding), seen in zip(CODES, json.loads(done.stdout), strict=True):
    (segment,) = prepare_data(text, None, encoding)
    how = get_mode_name(segment.mode), segment.encoding
    print(f"{text} in {encoding or 'the default encoding'}: mode {how[0]}, encoding {how[1]}, read as {seen}")
    written[text, encoding] = how
    is_right[text, encoding] = seen == {"jsqr": text, "qr": text}
    by_jsqr.append(seen["jsqr"])
utf_8 = {code: ("byte", "utf-8") for code in CODES}
as_japanese = {("ΤΑΞΗ 3", None): ("byte", "shift_jis"), ("Класс 3", None): ("byte", "shift_jis"), ("ΝΙΚΗ", None): ("kanji", None)}
is_as_described = written == utf_8 | as_japanese and is_right == {code: code not in as_japanese for code in CODES}
sys.exit(not (is_as_described and by_jsqr[:3] == ["", "", "ΝΙΚΗ"]))
PY
