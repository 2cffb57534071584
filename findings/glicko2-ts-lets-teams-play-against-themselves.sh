#!/usr/bin/env bash
# What: After a game of two teams, glicko2.ts rates the players of a team as if they had played against the average of their
#       own team: a win is worth as much against a team of 800 as against one of 2200. Games of two single players are right.
# Versions: glicko2.ts 1.3.2, Node 20, Linux x86-64.
# Date: 2026-11-29.
# Who: clubs and classes in which pairs of pupils play against pairs, rated in the browser.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund glicko2.ts@1.3.2 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import { Glicko2, Team, newProcedure } from "glicko2.ts";

console.log("glicko2.ts", JSON.parse(readFileSync("node_modules/glicko2.ts/package.json")).version);
const gains = (team, opponents) => {
  const ranking = new Glicko2({ tau: 0.5, rating: 1500, rd: 50, vol: 0.06, volatilityAlgorithm: newProcedure });
  const make = (ratings) => ratings.map((rating) => ranking.makePlayer(rating, 50, 0.06));
  const [winners, losers] = [make(team), make(opponents)];
  const isSingle = team.length === 1;
  ranking.updateRatings([isSingle ? [winners[0], losers[0], 1] : [new Team(winners), new Team(losers), 1]]);
  const gained = winners.map((player, index) => (player.getRating() - team[index]).toFixed(2));
  console.log(`${team} wins against ${opponents}: ${gained.map((points) => `+${points}`).join(", ")} points`);
  return gained;
};
const single = [800, 1500, 2200].map((rating) => gains([1500], [rating])[0]);
const pairs = [800, 1500, 2200].map((rating) => gains([1500, 1500], [rating, rating])[0]);
const isRight = Number(single[0]) < Number(single[1]) && Number(single[1]) < Number(single[2]);
const isSame = pairs.every((gain) => gain === pairs[0]) && pairs[0] === single[1];
process.exit(isRight && isSame ? 0 : 1);
JS
node test.mjs
