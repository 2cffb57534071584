#!/usr/bin/env bash
# What: In a double round robin, tournament-organizer counts only the first of the two games of each pair for
#       Sonneborn-Berger, Koya and the neighborhood record: of two players who each win one game against the other, and
#       all others, the winner of the first game is ahead by any of the three, though their results are the same. There
#       is no message.
# Versions: tournament-organizer 4.1.1, Node 20, Linux x86-64.
# Date: 2026-11-29.
# Who: leagues and classes whose players meet twice, once as X and once as O.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund tournament-organizer@4.1.1 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import Manager from "tournament-organizer";

const { version } = JSON.parse(readFileSync("node_modules/tournament-organizer/package.json"));
console.log("tournament-organizer", version);
const NAMES = ["Ann", "Ben", "Cho", "Dan"];
const ROUNDS = 6;
const scores = (winners) => {
  const tournament = new Manager().createTournament("class", {
    sorting: "none",
    stageOne: { format: "double-round-robin" },
    scoring: { tiebreaks: ["sonneborn berger"] },
  });
  for (const name of NAMES) tournament.createPlayer(name, name);
  tournament.startTournament();
  for (let round = 1; round <= ROUNDS; round++) {
    if (round > 1) tournament.nextRound();
    for (const match of tournament.getMatchesByRound(round)) {
      const players = [match.getPlayer1().id, match.getPlayer2().id];
      const isTop = players.includes("Ann") && players.includes("Ben");
      const winner = isTop ? winners.shift() : [...players].sort()[0];
      tournament.enterResult(match.getId(), Number(winner === players[0]), Number(winner === players[1]));
    }
  }
  return tournament.getStandings().slice(0, 2).map(({ player, matchPoints, tiebreaks }) =>
    [player.getName(), matchPoints, tiebreaks.sonnebornBerger, tiebreaks.koyaSystem, tiebreaks.neighborhoodRecord]);
};
const seen = [scores(["Ann", "Ben"]), scores(["Ben", "Ann"])];
for (const [first, second] of seen) {
  console.log(`${first[0]} wins the first game against ${second[0]}, and ${second[0]} the second:`);
  for (const [name, points, ...others] of [first, second])
    console.log(`  ${name}: ${points} points; Sonneborn-Berger, Koya, neighborhood record ${others.join(", ")}`);
}
const isAhead = ([first, second]) => first[1] === second[1] && [2, 3, 4].every((index) => first[index] > second[index]);
process.exit(seen.every(isAhead) && seen[0][0][0] === "Ann" && seen[1][0][0] === "Ben" ? 0 : 1);
JS
node test.mjs
