#!/usr/bin/env bash
# What: The first random number of the seeds 0, 1, 2, … is nearly the same in Prando and in d3-random's randomLcg, and
#       counts down in pure-rand's xoroshiro128plus and xorshift128plus: 1,000 games with these seeds begin with 3 moves
#       of 36 in Prando, where all coins agree, and with 15 in d3, where the first 682 coins agree; in pure-rand nearly
#       every game begins with the move before that of the last game. Its mersenne and seedrandom begin with all moves.
#       For unrelated sequences the README of pure-rand recommends jumps within one; that of Prando names no limits of
#       seeds. (Issue 16 of zeh/prando is open.)
# Versions: prando 6.0.1, d3-random 3.0.2, pure-rand 8.4.2, seedrandom 3.0.5, Node 20, Linux x86-64.
# Date: 2026-11-29.
# Who: who numbers games of a simulation and takes the number as the seed: they have one opening, or the same player
#      to move.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund prando@6.0.1 d3-random@3.0.2 pure-rand@8.4.2 seedrandom@3.0.5 >npm.log 2>&1 ||
  { cat npm.log; exit 2; }
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import { randomBernoulli, randomInt, randomLcg } from "d3-random";
import Prando from "prando";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { mersenne } from "pure-rand/generator/mersenne";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { xorshift128plus } from "pure-rand/generator/xorshift128plus";
import seedrandom from "seedrandom";

for (const name of ["prando", "d3-random", "pure-rand", "seedrandom"])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
const [GAMES, MOVES] = [1000, 36];
const pureRand = (create) => [
  (seed) => uniformInt(create(seed), 0, MOVES - 1),
  (seed) => uniformInt(create(seed), 0, 1) === 1,
];
const GENERATORS = {
  Prando: [(seed) => new Prando(seed).nextInt(0, MOVES - 1), (seed) => new Prando(seed).nextBoolean()],
  randomLcg: [
    (seed) => randomInt.source(randomLcg(seed))(MOVES)(),
    (seed) => randomBernoulli.source(randomLcg(seed))(0.5)() === 1,
  ],
  xoroshiro128plus: pureRand(xoroshiro128plus),
  xorshift128plus: pureRand(xorshift128plus),
  mersenne: pureRand(mersenne),
  seedrandom: [(seed) => Math.floor(seedrandom(seed)() * MOVES), (seed) => seedrandom(seed)() < 0.5],
};
const seen = {};
for (const [name, [move, coin]] of Object.entries(GENERATORS)) {
  const moves = Array.from({ length: GAMES }, (_, seed) => move(seed));
  const coins = Array.from({ length: GAMES }, (_, seed) => coin(seed));
  const other = coins.findIndex((value) => value !== coins[0]);
  const steps = moves.filter((value, seed) => seed > 0 && value === (moves[seed - 1] + MOVES - 1) % MOVES).length;
  seen[name] = { moves: new Set(moves).size, coins: other === -1 ? GAMES : other, steps };
  const text = `${seen[name].moves} first moves of ${MOVES}, the first ${seen[name].coins} coins agree`;
  console.log(`${name}, seeds 0 to ${GAMES - 1}: ${text}, ${steps} games begin one move before the last one`);
  console.log(`  first moves: ${moves.slice(0, 20).join(" ")} …`);
}
const { Prando: prando, randomLcg: lcg, xoroshiro128plus: xoroshiro, xorshift128plus: xorshift } = seen;
const alike = prando.moves === 3 && prando.coins === GAMES && lcg.moves === 15 && lcg.coins === 682;
const down = [xoroshiro, xorshift].every(({ steps }) => steps > GAMES - 10);
const isUsual = ({ moves, coins, steps }) => moves === MOVES && coins < 20 && steps < 100;
const usual = [seen.mersenne, seen.seedrandom].every(isUsual);
process.exit(alike && down && usual ? 0 : 1);
JS
node test.mjs
