#!/usr/bin/env bash
# What: tournament-organizer adds up two sums wrongly: of the results against common opponents ("mutual versus") it keeps the
#       last win or loss and the draws after it, and of the points that a playoff is entered by, the last draw and the wins
#       after it. So two players with 4.5 of 5 points who draw in the last round miss a playoff for all with 2 points.
# Versions: tournament-organizer 4.1.1, Node 20, Linux x86-64.
# Date: 2026-11-29.
# Who: who holds tournaments of a class or a club with it: a game with draws meets both.

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
const PLAYERS = ["1", "2", "3", "4", "5", "6"];

/** A round robin of six; score(a, b, tournament, round) is what a gets from b: 1, 0.5 or 0. */
const play = (settings, score) => {
  const tournament = new Manager().createTournament("club", { ...settings, sorting: "ascending" });
  for (const id of PLAYERS) tournament.createPlayer(id, id).set({ value: Number(id) });
  tournament.startTournament();
  const { rounds } = tournament.getStageOne();
  for (let round = 1; round <= rounds; round++) {
    for (const match of tournament.getMatchesByRound(round)) {
      const points = score(match.getPlayer1().id, match.getPlayer2().id, tournament, round);
      tournament.enterResult(match.getId(), points === 1 ? 1 : 0, points === 0 ? 1 : 0, points === 0.5 ? 1 : 0);
    }
    if (round < rounds || settings.stageTwo) tournament.nextRound();
  }
  return tournament;
};
const lower = (a, b) => (a < b ? 1 : 0);

// Players 1 and 2 have 2.5 points: 1 has them from the others, 2 has 1.5 of the others and beats 1.
const scoring = { tiebreaks: ["mutual versus"] };
let [behind, all] = [0, 0];
for (const drawer of PLAYERS.slice(2))
  for (const winner of PLAYERS.slice(2).filter((id) => id !== drawer)) {
    const ofFirst = (other) => (other === "2" ? 0 : other === drawer ? 0.5 : other === winner ? 0 : 1);
    const ofSecond = (other) => (other === drawer ? 0.5 : other === winner ? 1 : 0);
    const score = (a, b) => {
      if (a === "1") return ofFirst(b);
      if (b === "1") return 1 - ofFirst(a);
      return a === "2" ? ofSecond(b) : b === "2" ? 1 - ofSecond(a) : lower(a, b);
    };
    const standings = play({ stageOne: { format: "round-robin" }, scoring }, score).getStandings();
    const tied = standings.filter(({ matchPoints }) => matchPoints === 2.5).map(({ player }) => player.getId());
    if (tied.length !== 2) throw new Error(`not two players are tied: ${tied}`);
    all++;
    if (tied[0] === "2") behind++;
  }
console.log(`2.5 points against common opponents are placed behind 1.5 in ${behind} of ${all} tournaments`);

// The first pair of the last round wins all games before and draws.
const stageTwo = { format: "single-elimination", advance: { method: "points", value: 2 } };
const best = [];
const tournament = play({ stageOne: { format: "round-robin" }, stageTwo }, (a, b, current, round) => {
  const { rounds } = current.getStageOne();
  const [last] = current.getMatchesByRound(rounds);
  best.splice(0, 2, last.getPlayer1().id, last.getPlayer2().id);
  if (best.includes(a) && best.includes(b)) return 0.5;
  return best.includes(a) ? 1 : best.includes(b) ? 0 : lower(a, b);
});
const points = (id) => tournament.getPlayer(id).getMatches().reduce((sum, { win, draw }) => sum + win + draw / 2, 0);
const seen = PLAYERS.map((id) => [points(id), tournament.getPlayer(id).isActive()]).sort(([a], [b]) => b - a);
for (const [sum, plays] of seen) console.log(`${sum} points: ${plays ? "plays on" : "out"}`);
const wanted = [[4.5, false], [4.5, false], [3, true], [2, true], [1, false], [0, false]];
process.exit(behind > 0 && JSON.stringify(seen) === JSON.stringify(wanted) ? 0 : 1);
JS
node test.mjs
