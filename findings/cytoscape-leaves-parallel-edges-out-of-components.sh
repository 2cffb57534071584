#!/usr/bin/env bash
# What: Of two parallel edges one is in no biconnected component of Cytoscape (hopcroftTarjanBiconnected), or in that of
#       an edge beside them: of a-b, b-c, b-c, c-d it makes {c-d}, {b-c} and {a-b, b-c}. Every edge should be in one
#       component, and both edges b-c in the same, as they are a cycle. There is no message.
# Versions: cytoscape 3.34.4, Node 20, Linux x86-64.
# Date: 2026-11-29.
# Who: who draws entanglements in a page: two marks in the same pair of squares are the shortest loop.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund cytoscape@3.34.4 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import cytoscape from "cytoscape";

console.log("cytoscape", JSON.parse(readFileSync("node_modules/cytoscape/package.json")).version);
const components = (pairs) => {
  const nodes = [...new Set(pairs.flat())].map((id) => ({ data: { id } }));
  const edges = pairs.map(([source, target], index) => ({ data: { id: `${source}-${target} ${index + 1}`, source, target } }));
  const cy = cytoscape({ headless: true, elements: { nodes, edges } });
  const seen = cy.elements().hopcroftTarjanBiconnected();
  const ids = seen.components.map((component) => component.edges().map((edge) => edge.id()).sort().join(", ")).sort();
  console.log(`edges ${edges.map(({ data }) => data.id).join(", ")}: components {${ids.join("}, {")}}`);
  return ids;
};
const seen = [
  components([["a", "b"], ["a", "b"], ["b", "c"]]),
  components([["a", "b"], ["b", "c"], ["b", "c"], ["c", "d"]]),
  components([["a", "b"], ["b", "c"], ["c", "a"]]),
];
const wanted = [["a-b 1", "b-c 3"], ["a-b 1, b-c 3", "b-c 2", "c-d 4"], ["a-b 1, b-c 2, c-a 3"]];
process.exit(JSON.stringify(seen) === JSON.stringify(wanted) ? 0 : 1);
JS
node test.mjs
