#!/usr/bin/env bash
# What: rdflib raises TypeError "Not a number" for a valid SPARQL query that has -0.5 in a pattern, in VALUES or in INSERT
#       DATA. It reads -1, -5e-1 and 0.5 there, and -0.5 in a FILTER, so the query works until a value is negative
#       and has a point. Oxigraph reads all of them.
# Versions: rdflib 7.6.0, pyoxigraph 0.5.13, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who stores or looks up values of positions as linked data, where half a point for O is -0.5.

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
PLACES = {
    "FILTER": "SELECT ?x {{ ?x <http://a/value> ?value FILTER(?value = {}) }}",
    "pattern": "SELECT ?x {{ ?x <http://a/value> {} }}",
    "VALUES": "SELECT ?x {{ VALUES ?value {{ {} }} ?x <http://a/value> ?value }}",
    "INSERT DATA": "INSERT DATA {{ <http://a/game> <http://a/value> {} }}",
}
seen = {}
for number in ("0.5", "-1", "-5e-1", "-0.5"):
    data = f"<http://a/position> <http://a/value> {number} ."
    graph = rdflib.Graph().parse(data=data, format="turtle")
    store = pyoxigraph.Store()
    store.load(data.encode(), format=pyoxigraph.RdfFormat.TURTLE)
    for place, form in PLACES.items():
        text = form.format(number)
        try:
            by_rdflib = graph.update(text) if place == "INSERT DATA" else len(list(graph.query(text)))
        except TypeError as error:
            by_rdflib = type(error).__name__
        by_oxigraph = store.update(text) if place == "INSERT DATA" else len(list(store.query(text)))
        print(f"{number} in {place}: {by_rdflib} in rdflib, {by_oxigraph} in Oxigraph")
        seen[number, place] = by_rdflib, by_oxigraph
wanted = {}
for number, place in seen:
    right = None if place == "INSERT DATA" else 1
    fails = number == "-0.5" and place != "FILTER"
    wanted[number, place] = "TypeError" if fails else right, right
sys.exit(seen != wanted)
PY
