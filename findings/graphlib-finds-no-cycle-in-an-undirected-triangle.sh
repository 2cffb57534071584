#!/usr/bin/env bash
# What: For graphlib every undirected graph without an edge from a node to itself is acyclic: isAcyclic of a triangle is
#       true and findCycles of it is empty, as for two edges between the same nodes. The same edges in a directed graph,
#       set as a ring, are a cycle. An undirected edge is stored as one from the smaller name to the larger one, which
#       the algorithms follow in that direction only. There is no message; components() knows undirected graphs.
# Versions: @dagrejs/graphlib 4.0.6, Node 20, Linux x86-64.
# Date: 2026-11-29.
# Who: who keeps entanglements or other undirected graphs in dagre's graphs: a loop that must collapse is not found.

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
const TRIANGLE = [["1", "2"], ["2", "3"], ["3", "1"]];
const PAIR = [["1", "2"], ["2", "1"]];
const seen = [];
for (const [name, edges] of Object.entries({ TRIANGLE, PAIR })) {
  for (const directed of [true, false]) {
    const graph = new Graph({ directed, multigraph: true });
    edges.forEach(([from, to], index) => graph.setEdge(from, to, undefined, `edge ${index}`));
    const row = [graph.edgeCount(), alg.components(graph).length, alg.isAcyclic(graph), alg.findCycles(graph).length];
    console.log(
      `${name}, ${directed ? "directed" : "undirected"}: ${row[0]} edges, ${row[1]} component,`,
      `acyclic: ${row[2]}, ${row[3]} cycles`,
    );
    seen.push(row);
  }
}
const wanted = [[3, 1, false, 1], [3, 1, true, 0], [2, 1, false, 1], [2, 1, true, 0]];
process.exit(JSON.stringify(seen) === JSON.stringify(wanted) ? 0 : 1);
JS
node test.mjs
