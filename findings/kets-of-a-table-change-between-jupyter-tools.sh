#!/usr/bin/env bash
# What: A Markdown table with the ket $|0\rangle$ is right in JupyterLab, which takes formulas out first, and no table at all in
#       nbconvert; MkDocs (Python-Markdown) and MyST (markdown-it-py) cut the formula at the bar. Written as \|, as tables
#       demand, it is a ket in MyST only: the other three keep \|, the norm sign of LaTeX. \vert is right in all four.
# Versions: @jupyterlab/rendermime 4.6.6, marked 17.0.0, nbconvert 7.17.2, mistune 3.4.0, Markdown 3.11.3,
#       pymdown-extensions 13.1, markdown-it-py 4.3.0, mdit-py-plugins 0.7.0, Node 20, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: lessons on quantum games: a notebook that is right on the screen is wrong when it is converted or put on a site.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check nbconvert==7.17.2 mistune==3.4.0 \
    Markdown==3.11.3 pymdown-extensions==13.1 markdown-it-py==4.3.0 mdit-py-plugins==0.7.0; } || exit 2
cd "$folder"
{ npm install --silent --no-audit --no-fund marked@17.0.0 &&
  npm pack --silent @jupyterlab/rendermime@4.6.6 && tar -xzf jupyterlab-rendermime-*.tgz &&
  cp package/lib/latex.js latex.mjs; } >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >render.mjs <<'JS'
import { marked } from "marked";
import { removeMath, replaceMath } from "./latex.mjs";

globalThis.navigator ??= { appName: "Netscape" }; // latex.js expects a browser
const render = (source) => {
  const { text, math } = removeMath(source);
  return replaceMath(marked.parse(text), math);
};
console.log(JSON.stringify(JSON.parse(process.argv[2]).map(render)));
JS
env/bin/python -W ignore - <<'PY'
import json
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import markdown
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from nbconvert.filters import markdown2html

print("@jupyterlab/rendermime", json.loads(Path("package/package.json").read_text())["version"])
print("marked", json.loads(Path("node_modules/marked/package.json").read_text())["version"])
for name in ("nbconvert", "mistune", "Markdown", "pymdown-extensions", "markdown-it-py", "mdit-py-plugins"):
    print(name, version(name))
SPELLINGS = ket, norm, vert = (r"|0\rangle", r"\|0\rangle", r"\vert 0\rangle")
TABLES = [f"| state | square |\n|---|---|\n| ${spelling}$ | 1 |\n" for spelling in SPELLINGS]
done = subprocess.run(["node", "render.mjs", json.dumps(TABLES)], check=True, capture_output=True, text=True)
myst = MarkdownIt("commonmark").enable("table").use(dollarmath_plugin)
pages = {
    "JupyterLab": json.loads(done.stdout),
    "nbconvert": [markdown2html(table) for table in TABLES],
    "MkDocs": [markdown.markdown(table, extensions=["tables", "pymdownx.arithmatex"]) for table in TABLES],
    "MyST": [myst.render(table) for table in TABLES],
}


def formula(page):
    cell = re.search(r"<td>(.*?)</td>", page, re.DOTALL)
    return cell and re.sub(r"<span class=\"MathJax_Preview\">.*?</span>|<[^>]*>|\$|\\\(|\\\)", "", cell[1]).strip()


seen = {name: [formula(page) for page in texts] for name, texts in pages.items()}
for name, formulas in seen.items():
    print(f"{name}: first cells {formulas}")
wanted = {
    "JupyterLab": [ket, norm, vert],
    "nbconvert": [None, norm, vert],
    "MkDocs": ["", norm, vert],
    "MyST": ["", ket, vert],
}
sys.exit(seen != wanted)
PY
