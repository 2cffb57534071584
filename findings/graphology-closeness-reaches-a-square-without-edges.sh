#!/usr/bin/env bash
# What: With two parallel edges, graphology's closeness centrality counts an edge from the last node to the first that
#       does not exist: a square without edges has 0.5, if it was added last, and 0 otherwise. In a path of five nodes
#       whose first edge is double, the two ends differ (0.4 and 0.67).
# Versions: graphology 0.26.0, graphology-metrics 2.4.2, Node 20, Linux x86-64.
# Date: 2026-11-29.
# Who: who draws or analyses entangled squares in a browser: two pairs of marks in the same squares are parallel edges.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund graphology@0.26.0 graphology-metrics@2.4.2 >npm.log 2>&1 ||
  { cat npm.log; exit 2; }
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import graphology from "graphology";
import metrics from "graphology-metrics";

for (const name of ["graphology", "graphology-metrics"]) {
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
}
const closeness = (nodes, edges) => {
  const graph = new graphology.MultiUndirectedGraph();
  for (const node of nodes) graph.addNode(node);
  for (const [one, other] of edges) graph.addEdge(one, other);
  const values = metrics.centrality.closeness(graph);
  console.log(`nodes ${nodes.join("")}, edges ${edges.join(" ")}: ${JSON.stringify(values)}`);
  return values;
};
const edges = ["ab", "bc"];
const single = closeness([..."abcd"], edges);
const [last, first] = ["abcd", "dabc"].map((nodes) => closeness([...nodes], ["ab", ...edges]));
const path = closeness([..."abcde"], ["ab", "ab", "bc", "cd", "de"]);
const isWrong = last.d === 0.5 && first.d === 0 && path.a !== path.e;
process.exit(single.d === 0 && isWrong ? 0 : 1);
JS
node test.mjs
