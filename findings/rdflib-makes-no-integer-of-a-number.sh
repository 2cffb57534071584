#!/usr/bin/env bash
# What: xsd:integer(?value) is unbound in rdflib's SPARQL for 1.0, 1e0, 2.5 and true, and xsd:boolean(?value) for all
#       numbers but 0 and 1: it reads the text of a number, not the number. SPARQL casts all of them (17.5), and
#       Oxigraph does so. Of constants, SELECT (xsd:integer(1.0) AS ?x) {}, there is no row at all.
# Versions: rdflib 7.6.0, pyoxigraph 0.5.13, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who counts or groups results of games in linked data, for example by whole points.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check rdflib==7.6.0 pyoxigraph==0.5.13; } || exit 2
cd "$folder"
env/bin/python - <<'PY'
import sys
from importlib.metadata import version

import pyoxigraph
import rdflib

for name in ("rdflib", "pyoxigraph"):
    print(name, version(name))
store = pyoxigraph.Store()
graph = rdflib.Graph()
PREFIX = "PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>"
NUMBERS = "1 1.0 1e0 2.5 true"
seen = []
for kind in ("integer", "boolean"):
    query = f"{PREFIX} SELECT ?x (xsd:{kind}(?x) AS ?result) {{ VALUES ?x {{ {NUMBERS} 0.5 }} }}"
    by_rdflib = ["unbound" if row[1] is None else str(row[1]).lower() for row in graph.query(query)]
    by_oxigraph = [row[1].value for row in store.query(query)]
    print(f"xsd:{kind} of {NUMBERS} 0.5\n  in rdflib:   {by_rdflib}\n  in Oxigraph: {by_oxigraph}")
    seen.append((by_rdflib, by_oxigraph))
query = f"{PREFIX} SELECT (xsd:integer(1.0) AS ?result) {{}}"
seen.append((len(list(graph.query(query))), len(list(store.query(query)))))
print("rows of xsd:integer(1.0):", *seen[-1])
expected = [
    (["1", *["unbound"] * 5], ["1", "1", "1", "2", "1", "0"]),
    (["true", *["unbound"] * 3, "true", "unbound"], ["true"] * 6),
    (0, 1),
]
sys.exit(seen != expected)
PY
