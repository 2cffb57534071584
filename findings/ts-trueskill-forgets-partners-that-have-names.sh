#!/usr/bin/env bash
# What: rate() of ts-trueskill takes teams as objects of names and ratings, as the Python package does of which it is a
#       port, and gives back the first player of each team alone: the new ratings of all partners are lost, without an
#       error. Teams as arrays are right, and so are named teams in Python.
# Versions: ts-trueskill 5.1.0, Node 20; trueskill 0.4.5, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who keeps the ratings of pairs or teams by name in the browser: partners have no rating after the first game.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check trueskill==0.4.5; } || exit 2
cd "$folder"
npm install --silent --no-audit --no-fund ts-trueskill@5.1.0 >npm.log 2>&1 || { cat npm.log; exit 2; }
env/bin/python - <<'PY' >python.json
import json

from trueskill import Rating, rate

teams = [{"Ann": Rating(), "Ben": Rating()}, {"Cem": Rating(), "Dan": Rating()}]
print(json.dumps([{name: round(one.mu, 2) for name, one in team.items()} for team in rate(teams)]))
PY
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import { Rating, rate } from "ts-trueskill";

console.log("ts-trueskill", JSON.parse(readFileSync("node_modules/ts-trueskill/package.json")).version);
const round = (rating) => Number(rating.mu.toFixed(2));
const python = readFileSync("python.json", "utf8").trim().replaceAll(/[ ]/g, "");
const make = () => new Rating();
const named = rate([{ Ann: make(), Ben: make() }, { Cem: make(), Dan: make() }]);
const seen = JSON.stringify(named.map((team) =>
  Object.fromEntries(Object.entries(team).map(([name, rating]) => [name, round(rating)]))));
const arrays = JSON.stringify(rate([[make(), make()], [make(), make()]]).map((team) => team.map(round)));
console.log(`named teams in Python: ${python}`);
console.log(`named teams in ts-trueskill: ${seen}\narrays in ts-trueskill: ${arrays}`);
const held =
  python === '[{"Ann":28.11,"Ben":28.11},{"Cem":21.89,"Dan":21.89}]' &&
  seen === '[{"Ann":28.11},{"Cem":21.89}]' &&
  arrays === "[[28.11,28.11],[21.89,21.89]]";
process.exit(held ? 0 : 1);
JS
node test.mjs
