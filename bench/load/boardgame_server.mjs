// The server of boardgame.io with the smallest game there can be: players mark in turn, and the
// game ends when they stop. It says its port when it listens.

import { createRequire } from "node:module";

const { Server } = createRequire(import.meta.url)("boardgame.io/server");

const game = {
    name: "marks",
    setup: () => ({ marks: 0 }),
    turn: { minMoves: 1, maxMoves: 1 },
    moves: { mark: ({ G }) => ({ marks: G.marks + 1 }) },
    disableUndo: true,
};

// It tells what goes on by `console`, and what its web pages cannot do without a build.
const say = console.log;
console.log = console.error = () => {};
const running = await Server({ games: [game], origins: [/localhost/] }).run({ port: 0 });
say(running.appServer.address().port);
