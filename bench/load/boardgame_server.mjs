// The boardgame.io server with a minimal game: players alternate until they stop. It prints its port.

import { createRequire } from "node:module";

const { Server } = createRequire(import.meta.url)("boardgame.io/server");

const game = {
    name: "marks",
    setup: () => ({ marks: 0 }),
    turn: { minMoves: 1, maxMoves: 1 },
    moves: { mark: ({ G }) => ({ marks: G.marks + 1 }) },
    disableUndo: true,
};

// Silence its messages and its warning about missing web pages.
const print = console.log;
console.log = console.error = () => {};
const running = await Server({ games: [game], origins: [/localhost/] }).run({ port: 0 });
print(running.appServer.address().port);
