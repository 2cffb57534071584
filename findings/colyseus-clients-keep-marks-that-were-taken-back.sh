#!/usr/bin/env bash
# What: Two changes of an array between two patches of @colyseus/schema can reach clients wrongly. An element that
#       replaces another and is removed leaves the old one there: (1, 2, 3) with 3 replaced and taken back is (1, 2)
#       on the server and (1, 2, 3) at clients. The last put first, unshift(pop()), moves nothing at clients; of
#       numbers, shift after unshift removes another one. It stays so when more is added; only a client that joins
#       again sees the right list. Each such change alone arrives.
# Versions: @colyseus/schema 5.0.34, Node 20, Linux x86-64.
# Date: 2026-11-29.
# Who: servers of games with Colyseus: a mark that was taken back stays on the board of the players, or the order of
#      turns is another one there.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @colyseus/schema@5.0.34 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import { Decoder, Encoder, schema, t } from "@colyseus/schema";

const name = "@colyseus/schema";
console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
const Mark = schema({ move: t.number() }, "Mark");
const Game = schema({ numbers: t.array("number"), marks: t.array(Mark) }, "Game");
const KINDS = { numbers: (move) => move, marks: (move) => new Mark().assign({ move }) };
const show = (game, kind) => [...game[kind]].map((value) => (kind === "marks" ? value.move : value)).join(" ");

/** The list on the server and at a client, after a patch and after a later push; and at a client that joins then. */
const play = (kind, changes) => {
  const [server, client, late] = [new Game(), new Game(), new Game()];
  const list = server[kind];
  list.push(...[1, 2, 3].map(KINDS[kind]));
  const encoder = new Encoder(server);
  const decoder = new Decoder(client);
  decoder.decode(encoder.encodeAll());
  encoder.discardChanges();
  const seen = [];
  for (const change of [changes, () => list.push(KINDS[kind](7))]) {
    change(list, KINDS[kind]);
    decoder.decode(encoder.encode());
    encoder.discardChanges();
    seen.push(show(server, kind), show(client, kind));
  }
  new Decoder(late).decode(encoder.encodeAll());
  return [...seen, show(late, kind)];
};
const CASES = {
  "replaced": ["marks", (list, create) => (list[2] = create(9)), "1 2 9", "1 2 9"],
  "taken back": ["marks", (list) => list.pop(), "1 2", "1 2"],
  "spliced": ["marks", (list) => list.splice(1, 1), "1 3", "1 3"],
  "replaced and taken back": ["marks", (list, create) => ((list[2] = create(9)), list.pop()), "1 2", "1 2 3"],
  "replaced and spliced": ["marks", (list, create) => ((list[1] = create(9)), list.splice(1, 1)), "1 3", "1 2 3"],
  "put last": ["marks", (list) => list.push(list.shift()), "2 3 1", "2 3 1"],
  "put first": ["marks", (list) => list.unshift(list.pop()), "3 1 2", "1 2 3"],
  "unshift": ["numbers", (list) => list.unshift(9), "9 1 2 3", "9 1 2 3"],
  "shift": ["numbers", (list) => list.shift(), "2 3", "2 3"],
  "unshift, shift": ["numbers", (list) => (list.unshift(9), list.shift()), "1 2 3", "2 3"],
};
let held = true;
for (const [title, [kind, change, onServer, atClient]] of Object.entries(CASES)) {
  const [server, client, serverLater, clientLater, late] = play(kind, change);
  console.log(`${title}: ${kind} ${server} on the server, ${client} at a client`);
  console.log(`  7 is added: ${serverLater} on the server, ${clientLater} at the client, ${late} at one who joins`);
  const stays = (serverLater === clientLater) === (onServer === atClient) && late === serverLater;
  held = server === onServer && client === atClient && stays && held;
}
process.exit(held ? 0 : 1);
JS
node test.mjs
