#!/usr/bin/env bash
# What: Of parallel edges of a multigraph, graphlib's floydWarshall takes the one that was set last, and dijkstra the
#       shortest: with edges of 1 and then 5 the distance is 5 or 1. An edge from a node to itself becomes the distance
#       of the node to itself in floydWarshall, which is 0 in dijkstra. There is no message.
# Versions: @dagrejs/graphlib 4.0.6, Node 20, Linux x86-64.
# Date: 2026-11-29.
# Who: who computes distances in graphs of moves or entanglements, where two marks often join the same squares.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @dagrejs/graphlib@4.0.6 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import * as graphlib from "@dagrejs/graphlib";

const { Graph, alg } = graphlib.default ?? graphlib;
console.log("@dagrejs/graphlib", JSON.parse(readFileSync("node_modules/@dagrejs/graphlib/package.json")).version);
const distances = (edges) => {
  const graph = new Graph({ multigraph: true });
  edges.forEach(([from, to, length], index) => graph.setEdge(from, to, length, `edge ${index}`));
  const [, to] = edges[0];
  const length = (edge) => graph.edge(edge);
  const row = [alg.floydWarshall(graph, length).a[to].distance, alg.dijkstra(graph, "a", length)[to].distance];
  console.log(`edges ${JSON.stringify(edges)}: distance from a to ${to} ${row[0]} by floydWarshall, ${row[1]} by dijkstra`);
  return row;
};
const seen = [
  distances([["a", "b", 1], ["a", "b", 5]]),
  distances([["a", "b", 5], ["a", "b", 1]]),
  distances([["a", "a", 1]]),
];
process.exit(JSON.stringify(seen) === JSON.stringify([[5, 1], [1, 1], [1, 0]]) ? 0 : 1);
JS
node test.mjs
