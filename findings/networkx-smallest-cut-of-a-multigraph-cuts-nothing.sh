#!/usr/bin/env bash
# What: NetworkX counts parallel edges as one in edge_connectivity and minimum_edge_cut of a multigraph: of the edges 0-1 and
#       1-2, both twice, the connectivity is 1 and the smallest cut has one edge, though the graph stays connected without any
#       one of them, and has_bridges is False. igraph says 2.
# Versions: networkx 3.6.1, the last for Python 3.11, igraph 1.0.0, Linux x86-64.
# Date: 2026-11-29.
# Who: people who store entanglements as multigraphs, where two marks in the same pair of squares are the most frequent loop.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check networkx==3.6.1 igraph==1.0.0; } || exit 2
"$folder/env/bin/python" - <<'PY'
import sys

import igraph
import networkx as nx

print("networkx", nx.__version__, "and igraph", igraph.__version__)
EDGES = [(0, 1), (0, 1), (1, 2), (1, 2)]
graph = nx.MultiGraph(EDGES)
connectivity, cut = nx.edge_connectivity(graph), nx.minimum_edge_cut(graph)
local, pair = nx.edge_connectivity(graph, 0, 2), nx.minimum_edge_cut(graph, 0, 2)
rest = graph.copy()
rest.remove_edges_from(cut)
print(f"edges 0-1 and 1-2, both twice: edge connectivity {connectivity}, between 0 and 2 {local}")
print(f"smallest cut {cut}, between 0 and 2 {pair}; connected without it: {nx.is_connected(rest)}")
print(f"bridges: {nx.has_bridges(graph)}; cut by stoer_wagner of the weights: ", end="")
weighted = nx.Graph()
for a, b in EDGES:
    weighted.add_edge(a, b, weight=graph.number_of_edges(a, b))
wanted = nx.stoer_wagner(weighted)[0]
print(f"{wanted}; igraph's edge connectivity {igraph.Graph(EDGES).edge_connectivity()}")
held = connectivity == local == len(cut) == len(pair) == 1 and nx.is_connected(rest) and not nx.has_bridges(graph)
sys.exit(not (held and wanted == igraph.Graph(EDGES).edge_connectivity() == 2))
PY
