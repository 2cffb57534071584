#!/usr/bin/env bash
# What: graphology-simple-path is documented to find cycles where source and target are the same node. In an undirected
#       graph it walks back on the edge on which it came: one edge is a cycle, a path of three nodes has two through its
#       middle, and a triangle has four through each node. The nodes are the same for one edge and for two parallel
#       ones.
# Versions: graphology 0.26.0, graphology-simple-path 0.2.0, Node 20, Linux x86-64.
# Date: 2026-11-29.
# Who: who looks for the cycle that a move closes with a library of graphs: every move would be measured.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund graphology@0.26.0 graphology-simple-path@0.2.0 >npm.log 2>&1 ||
  { cat npm.log; exit 2; }
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import graphology from "graphology";
import { allSimpleEdgePaths, allSimplePaths } from "graphology-simple-path";

for (const name of ["graphology", "graphology-simple-path"]) {
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
}
const graphOf = (Graph, edges) => {
  const graph = new Graph();
  for (const node of new Set(edges.join(""))) graph.addNode(node);
  for (const [index, [one, other]] of edges.entries()) graph.addEdgeWithKey(`move ${index + 1}`, one, other);
  return graph;
};
const cycles = (edges, node) => {
  const graph = graphOf(graphology.MultiUndirectedGraph, edges);
  const found = allSimplePaths(graph, node, node).map((path) => path.join(""));
  console.log(`edges ${edges.join(" ")}, cycles through ${node}: ${found.join(" ") || "none"}`);
  return found.length;
};
const counts = [[["ab"], "a"], [["ab", "ab"], "a"], [["ab", "bc"], "b"], [["ab", "bc", "ca"], "a"]].map(
  ([edges, node]) => cycles(edges, node),
);
const [walk] = allSimpleEdgePaths(graphOf(graphology.UndirectedGraph, ["ab"]), "a", "a");
console.log("the cycle in the edge ab, by its edges:", walk);
process.exit(`${counts}` === "1,1,2,4" && walk.length === 2 && walk[0] === walk[1] ? 0 : 1);
JS
node test.mjs
