#!/usr/bin/env bash
# What: Cytoscape's hierholzer finds no Eulerian trail of a loop with a stem, a-b, b-c, c-d, d-b, though a-b-c-d-b is
#       one: it starts at b, the last node of odd degree, walks to a, and forgets the edges that are left at the
#       start. With the root a it finds the trail, with the root b none; so the answer depends on the order of nodes.
#       Nor does it find the circuit a-b-c-a if a node without edges is the first. It says found: false, as if there
#       were none. For NetworkX there are both.
# Versions: cytoscape 3.35.0, Node 20; networkx 3.6.1, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who shows entanglements in a page: what collapses is a loop, often with a stem, and empty squares are nodes.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check networkx==3.6.1; } || exit 2
cd "$folder"
npm install --silent --no-audit --no-fund cytoscape@3.35.0 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >test.mjs <<'JS'
import cytoscape from "cytoscape";

const [nodes, pairs, root] = JSON.parse(process.argv[2]);
const elements = {
  nodes: [...nodes].map((id) => ({ data: { id } })),
  edges: pairs.map(([source, target], index) => ({ data: { id: `${index}`, source, target } })),
};
const options = root ? { root: `#${root}` } : {};
const { found, trail } = cytoscape({ headless: true, elements }).elements().hierholzer(options);
console.log(JSON.stringify(found ? trail.edges().map((edge) => pairs[edge.id()]).join(" ") : null));
JS
env/bin/python - <<'PY'
import json
import subprocess
import sys
from pathlib import Path

import networkx as nx

print("cytoscape", json.loads(Path("node_modules/cytoscape/package.json").read_text())["version"])
print("networkx", nx.__version__)
STEM = ["ab", "bc", "cd", "db"]
TWO = ["ab", "ba", "bc"]
# Nodes in their order, edges, root, whether Cytoscape finds a trail.
CASES = [
    ("abcd", STEM, None, False),
    ("abcd", STEM, "b", False),
    ("abcd", STEM, "a", True),
    ("bcda", STEM, None, True),
    ("cab", TWO, None, True),
    ("abc", ["ab", "bc", "ca"], None, True),
    ("xabc", ["ab", "bc", "ca"], None, False),
    ("xabc", ["ab", "bc", "ca"], "a", True),
]
held = True
for nodes, pairs, root, wanted in CASES:
    command = ["node", "test.mjs", json.dumps([nodes, pairs, root])]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    graph = nx.MultiGraph(tuple(pair) for pair in pairs)
    exists = nx.has_eulerian_path(graph, source=root) if root else nx.has_eulerian_path(graph)
    start = f" from {root}" if root else ""
    print(f"nodes {nodes}, edges {' '.join(pairs)}{start}: {found or 'none'} by Cytoscape, {exists} by NetworkX")
    held = held and exists and (found is not None) == wanted
sys.exit(not held)
PY
