#!/usr/bin/env bash
# What: pygiftparser takes a numerical question of Moodle's GIFT format for invalid, and reads no answer, if the answer
#       starts with a minus: {#-1}, {#-0.5:0.1}, {#-1..1}, or with the point. It raises nothing and names no reason. Of an exponent it drops
#       all but the mantissa: {#5e-1} is 5. Moodle takes all numbers of PHP; gift-pegjs reads the negative ones.
# Versions: pygiftparser 1.1, gift-pegjs 1.0.2, Node 20, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: teachers who ask for the value of a position, which is negative where O is ahead.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check pygiftparser==1.1; } || exit 2
cd "$folder"
npm install --silent --no-audit --no-fund gift-pegjs@1.0.2 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >read.mjs <<'JS'
import gift from "gift-pegjs";

for (const answer of ["1", "0.5:0.1", "-1", "-0.5:0.1", "-1..1"]) {
  const [{ choices }] = gift.parse(`Value {#${answer}}`);
  console.log(`gift-pegjs reads {#${answer}} as`, JSON.stringify(choices));
}
JS
node read.mjs
env/bin/python - <<'PY'
import io
import json
import sys
from importlib.metadata import version
from pathlib import Path

from pygiftparser import parser

print("gift-pegjs", json.loads(Path("node_modules/gift-pegjs/package.json").read_text())["version"])
print("pygiftparser", version("pygiftparser"))
seen = {}
for text in ("1", "0.5:0.1", "-1", "-0.5:0.1", "-1..1", ".5", "5e-1"):
    (question,) = parser.parseFile(io.StringIO(f"::Value:: What is it worth? {{#{text}}}"))
    answers = [vars(answer) for answer in question.answers.answers]
    seen[text] = [(answer.get("value"), answer.get("tolerance")) for answer in answers]
    print(f"pygiftparser reads {{#{text}}} as", seen[text], "valid:", question.valid)
sys.exit(
    seen
    != {"1": [(1, 0)], "0.5:0.1": [(0.5, 0.1)], "-1": [], "-0.5:0.1": [], "-1..1": [], ".5": [], "5e-1": [(5, 0)]}
)
PY
