#!/usr/bin/env bash
# What: pyvis drops every edge of an undirected network between two nodes that have one already, without a message, in
#       from_nx of a MultiGraph as in add_edge, also if it has another label and id: the loop of two moves between the
#       same two squares is a single line, and the later move is not in the page. A directed network keeps both. Its
#       documentation of add_edge does not mention it. (Issue 51 of WestHealth/pyvis, of 2019, is open.)
# Versions: pyvis 0.3.2, networkx 3.6.1, the last for Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who shows entanglements, or games between two players, as a network, in a notebook or on a page.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check pyvis==0.3.2 networkx==3.6.1; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

import networkx as nx
from pyvis.network import Network

print("pyvis", version("pyvis"), "networkx", version("networkx"))
MOVES = [(1, 2, "x1"), (2, 3, "o2"), (1, 2, "x3")]
graph = nx.MultiGraph()
for first, second, move in MOVES:
    graph.add_edge(first, second, label=move)
seen = {}
for directed in (False, True):
    converted = Network(directed=directed)
    converted.from_nx(graph)
    added = Network(directed=directed)
    added.add_nodes([1, 2, 3])
    for first, second, move in MOVES:
        added.add_edge(first, second, id=move, label=move)
    page = added.generate_html()
    in_page = [move for _, _, move in MOVES if f'"label": "{move}"' in page]
    seen[directed] = sorted(edge["label"] for edge in converted.edges), [edge["label"] for edge in added.edges], in_page
    print(f"directed {directed}: edges by from_nx, by add_edge, on the page:", *seen[directed])
print(f"edges of the graph: {graph.number_of_edges()}")
one, every = ["x1", "o2"], ["x1", "o2", "x3"]
sys.exit(seen != {False: (sorted(one), one, one), True: (sorted(every), every, every)})
PY
