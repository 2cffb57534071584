#!/usr/bin/env bash
# What: latex2mathml takes all digits that follow \binom, \sqrt, \overline or \hat for one argument, against TeX: the
#       binomial \binom92 becomes a fraction of one part, "92", which MathML does not allow, and \sqrt12, which is
#       1 under the root and a 2 beside it, the root of 12. \frac12 and x^12 are read right.
#       KaTeX and Temml read all of them as TeX does.
# Versions: latex2mathml 3.81.1, temml 0.13.5, katex 0.19.1, Node 20, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who converts notes on the game for the web or for slides: 9 choose 2 is the number of pairs of squares.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check latex2mathml==3.81.1; } || exit 2
cd "$folder"
npm install --silent --no-audit --no-fund temml@0.13.5 katex@0.19.1 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >convert.mjs <<'JS'
import katex from "katex";
import temml from "temml";

const tools = {
  katex: (text) => katex.renderToString(text, { output: "mathml" }),
  temml: (text) => temml.renderToString(text),
};
const seen = {};
for (const [name, convert] of Object.entries(tools))
  for (const text of process.argv.slice(2)) (seen[text] ??= {})[name] = convert(text);
console.log(JSON.stringify(seen));
JS
env/bin/python - <<'PY'
import json
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

from latex2mathml.converter import convert

TEXTS = (r"\frac12", "x^12", r"\binom92", r"\sqrt12", r"\overline12", r"\hat12")
WRONG = TEXTS[2:]
print("latex2mathml", version("latex2mathml"))
for name in ("katex", "temml"):
    print(name, json.loads(Path(f"node_modules/{name}/package.json").read_text())["version"])
done = subprocess.run(["node", "convert.mjs", *TEXTS], check=True, capture_output=True, text=True)
converted = json.loads(done.stdout)
seen = {}
for text in TEXTS:
    converted[text]["latex2mathml"] = convert(text)
    for name, markup in converted[text].items():
        numbers = re.findall(r"<mn[^>]*>(\d+)</mn>", markup)
        print(f"{text} in {name}: numbers", *numbers)
        seen[name, text] = len(numbers) == 2
print(converted[r"\binom92"]["latex2mathml"])
sys.exit(seen != {(name, text): name != "latex2mathml" or text not in WRONG for name, text in seen})
PY
