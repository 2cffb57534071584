#!/usr/bin/env bash
# What: A list of lists, {"@list": [[1, 2], [2, 5]]}, becomes in rdflib a list of the texts "[1, 2]" and "[2, 5]", as
#       Python prints them; with true it is "[True]". If the context says that the property is a list, the same
#       numbers are read as lists. JSON-LD 1.1 allows both forms, and PyLD and Oxigraph read both alike.
# Versions: rdflib 7.6.0, PyLD 3.3.0, pyoxigraph 0.5.13, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who keeps the moves of a game, each a pair of squares, as linked data.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check rdflib==7.6.0 PyLD==3.3.0 pyoxigraph==0.5.13; } ||
  exit 2
cd "$folder"
env/bin/python - <<'PY'
import json
import sys
from importlib.metadata import version

import pyoxigraph
import rdflib
from pyld import jsonld

for name in ("rdflib", "PyLD", "pyoxigraph"):
    print(name, version(name))
MOVES = [[1, 2], [2, 5]]
FORMS = {
    "explicit": {"@id": "http://a/game", "http://a/moves": {"@list": MOVES}},
    "by the context": {
        "@context": {"moves": {"@id": "http://a/moves", "@container": "@list"}},
        "@id": "http://a/game",
        "moves": MOVES,
    },
}
FIRST = rdflib.RDF.first


def firsts(triples):
    """Return the literals that are elements of lists, sorted."""
    return sorted(str(item) for _, kind, item in triples if kind == FIRST and isinstance(item, rdflib.Literal))


def with_rdflib(form):
    return firsts(rdflib.Graph().parse(data=json.dumps(form), format="json-ld"))


def with_pyld(form):
    text = jsonld.to_rdf(form, {"format": "application/n-quads"})
    return firsts(rdflib.Graph().parse(data=text, format="nt"))


def with_oxigraph(form):
    quads = pyoxigraph.parse(json.dumps(form).encode(), format=pyoxigraph.RdfFormat.JSON_LD)
    text = pyoxigraph.serialize((quad.triple for quad in quads), format=pyoxigraph.RdfFormat.N_TRIPLES)
    return firsts(rdflib.Graph().parse(data=text.decode(), format="nt"))


seen = {}
for kind, form in FORMS.items():
    for read in (with_rdflib, with_pyld, with_oxigraph):
        seen[kind, read.__name__] = read(form)
        print(kind, read.__name__, seen[kind, read.__name__])
wanted = dict.fromkeys(seen, ["1", "2", "2", "5"]) | {("explicit", "with_rdflib"): ["[1, 2]", "[2, 5]"]}
sys.exit(seen != wanted)
PY
