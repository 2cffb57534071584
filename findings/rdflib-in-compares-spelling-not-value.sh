#!/usr/bin/env bash
# What: ?value IN (1) is false in rdflib's SPARQL for 1.0 and 1e0, and NOT IN (1) true, though ?value = 1 is true. SPARQL
#       defines IN by "=" (17.4.1.9), and Oxigraph does so. A filter by a list of values finds only the rows that are
#       written alike.
# Versions: rdflib 7.6.0, pyoxigraph 0.5.13, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who queries results of games as linked data, where 1 is written by one program and 1.0 by another.

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
DATA = "@prefix : <http://a/> . :a :value 1 . :b :value 1.0 . :c :value 1e0 . :d :value 0.5 ."
FILTERS = ("?value = 1", "?value IN (1)", "?value != 1", "?value NOT IN (1)", "?value IN (0, 0.5, 1)")
graph = rdflib.Graph().parse(data=DATA, format="turtle")
store = pyoxigraph.Store()
store.load(DATA.encode(), format=pyoxigraph.RdfFormat.TURTLE)
seen = {}
for condition in FILTERS:
    query = f"SELECT ?game {{ ?game <http://a/value> ?value FILTER({condition}) }} ORDER BY ?game"
    by_rdflib = "".join(str(row[0])[-1] for row in graph.query(query))
    by_oxigraph = "".join(row[0].value[-1] for row in store.query(query))
    print(f"{condition}: {by_rdflib} in rdflib, {by_oxigraph} in Oxigraph")
    seen[condition] = by_rdflib, by_oxigraph
expected = {
    "?value = 1": ("abc", "abc"),
    "?value IN (1)": ("a", "abc"),
    "?value != 1": ("d", "d"),
    "?value NOT IN (1)": ("bcd", "d"),
    "?value IN (0, 0.5, 1)": ("ad", "abcd"),
}
sys.exit(seen != expected)
PY
