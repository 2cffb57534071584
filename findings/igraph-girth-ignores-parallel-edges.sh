#!/usr/bin/env bash
# What: python-igraph's girth() of a graph whose only cycle is two parallel edges is infinite, while
#       the same graph is not acyclic, and its minimum cycle basis is a cycle of length 2.
# Versions: igraph 1.0.0, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: people who store entanglements as multigraphs, where two marks in the same pair of squares are
#      the most frequent loop, and ask for the length of the shortest one.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check igraph==1.0.0; } || exit 2
"$folder/env/bin/python" - <<'PY'
import sys
from math import inf

import igraph

print("igraph", igraph.__version__)
graph = igraph.Graph(n=3, edges=[(0, 1), (1, 2), (0, 1)])
girth, basis = graph.girth(), graph.minimum_cycle_basis()
print(f"edges 0-1, 1-2, 0-1: girth {girth}, acyclic {graph.is_acyclic()}, cycle basis {basis}")
sys.exit(not (girth == inf and not graph.is_acyclic() and basis == [(0, 2)]))
PY
