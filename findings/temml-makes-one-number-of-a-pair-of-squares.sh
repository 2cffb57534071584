#!/usr/bin/env bash
# What: Temml takes digits on both sides of a comma for one number, if no space is written: the pair (1,2), the set \{0,1\} and
#       the probability P(0,1) have one <mn>, "1,2" or "0,1", which is a decimal in many languages, and 1.5,2.5 is one number,
#       too. TeX, KaTeX and latex2mathml have two numbers and a comma, with a space after it. With a space, "(1, 2)", or a
#       letter, "(1,x)", Temml has numbers apart as well. Of its documents only the changelog says so, at 0.6.0 and 0.10.23.
# Versions: temml 0.13.5, katex 0.19.1, latex2mathml 3.81.1, Node 20, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: authors of pages with pairs of squares or outcomes in formulas: a screen reader gets one number, and the gap is missing.

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

const convert = (text) => [temml.renderToString(text), katex.renderToString(text, { output: "mathml" })];
console.log(JSON.stringify(process.argv.slice(2).map(convert)));
JS
env/bin/python - <<'PY'
import json
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

from latex2mathml.converter import convert

for name in ("temml", "katex"):
    print(name, json.loads(Path(f"node_modules/{name}/package.json").read_text())["version"])
print("latex2mathml", version("latex2mathml"))
JOINED = {
    "(1,2)": ["1,2"],
    r"\{12,25,59\}": ["12,25,59"],
    "P(0,1)=0.5": ["0,1", "0.5"],
    "X_{1,2}": ["1,2"],
    "(1.5,2.5)": ["1.5,2.5"],
}
APART = {"(1, 2)": ["1", "2"], "(1,x)": ["1"]}
TEXTS = [*JOINED, *APART]
done = subprocess.run(["node", "convert.mjs", *TEXTS], check=True, capture_output=True, text=True)


def numbers(markup):
    return re.findall(r"<mn[^>]*>([^<]*)</mn>", markup)


seen, others = {}, {}
for text, (by_temml, by_katex) in zip(TEXTS, json.loads(done.stdout), strict=True):
    seen[text] = numbers(by_temml)
    others[text] = [numbers(by_katex), numbers(convert(text))]
    print(f"{text}: numbers {seen[text]} in Temml, {others[text][0]} in KaTeX, {others[text][1]} in latex2mathml")
usual = {text: [re.findall(r"[\d.]+", text)] * 2 for text in TEXTS}
sys.exit((seen, others) != (JOINED | APART, usual))
PY
