#!/usr/bin/env bash
# What: jsonld.js makes RDF of 2e-7 as the integer 0, and of -2e-7 as "-0", while 2.5e-7 stays what it is: a number is
#       an integer for it if its text has no point, and JavaScript writes 2e-7 without. So canonical forms and hashes of
#       different values are equal. The standard makes an integer only of numbers without a fraction; PyLD and
#       Oxigraph follow it.
# Versions: jsonld 9.0.0, PyLD 3.3.0, pyoxigraph 0.5.10, Node 20, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who publishes small probabilities, p-values or tolerances as linked data, such as in a description of a data set.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check PyLD==3.3.0 pyoxigraph==0.5.10; } || exit 2
cd "$folder"
npm install --silent --no-audit --no-fund jsonld@9.0.0 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >convert.mjs <<'JS'
import jsonld from "jsonld";

const result = {};
for (const text of process.argv.slice(2)) {
  const document = JSON.parse(`{"@id": "http://a/game", "http://a/share": ${text}}`);
  result[text] = await jsonld.toRDF(document, { format: "application/n-quads" });
}
console.log(JSON.stringify(result));
JS
env/bin/python - <<'PY'
import json
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pyoxigraph
from pyld import jsonld

print("jsonld", json.loads(Path("node_modules/jsonld/package.json").read_text())["version"])
for name in ("PyLD", "pyoxigraph"):
    print(name, version(name))
TEXTS = ("0.5", "2e-6", "2.5e-7", "2e-7", "-2e-7", "3e-12")
done = subprocess.run(["node", "convert.mjs", *TEXTS], check=True, capture_output=True, text=True)
by_js = json.loads(done.stdout)


def by_oxigraph(text):
    (quad,) = pyoxigraph.parse(text.encode(), format=pyoxigraph.RdfFormat.JSON_LD)
    return f'"{quad.object.value}"^^<{quad.object.datatype.value}>'


seen = {}
for text in TEXTS:
    document = f'{{"@id": "http://a/game", "http://a/share": {text}}}'
    rows = {
        "jsonld.js": by_js[text],
        "PyLD": jsonld.to_rdf(json.loads(document), {"format": "application/n-quads"}),
        "Oxigraph": by_oxigraph(document),
    }
    for name, row in rows.items():
        value, kind = re.search(r'"(.*)"\^\^<.*#(\w+)>', row).groups()
        print(f"{text} in {name}: {value} ({kind})")
        seen[name, text] = float(value) == float(text) and kind == "double"
WRONG = {("jsonld.js", text) for text in ("2e-7", "-2e-7", "3e-12")}
sys.exit({key for key, is_right in seen.items() if not is_right} != WRONG)
PY
