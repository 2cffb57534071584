// Two players on our server (spec/protocol.md): a WebSocket each, and whole games to play.

import { open } from "./websocket.mjs";

/**
 * A pair with a list of games and the moves to play: `{game, moves: [["X", "12"], …]}`.
 * `statistics.seen(sent)` is called for each move that the opponent sees, `statistics.acked(game, version, id)`
 * for each acknowledgement, `statistics.failed(why)` for each failure.
 */
export class Pair {
    #sockets = {};
    #games;
    #statistics;
    #game = undefined;
    #known = { X: 0, O: 0 };
    #moves = { X: 0, O: 0 };
    #ready = 0;
    #sent = 0;
    #number;
    #silent = new Set(["X", "O"]);

    constructor(number, games, statistics) {
        this.#number = number;
        this.#games = games;
        this.#statistics = statistics;
    }

    /** Connect both and open the first game; `onTurn` is called whenever a move is due. */
    async begin({ host, ports, cookies }, onTurn) {
        this.onTurn = onTurn;
        for (const seat of ["X", "O"]) {
            const headers = {
                Origin: `http://${host}:${ports[seat]}`,
                Cookie: cookies[seat],
                "Sec-WebSocket-Protocol": "qttt.1",
            };
            const socket = await open({ host, port: ports[seat], path: "/api/socket", headers });
            socket.onText = (text) => this.#onMessage(seat, JSON.parse(text));
            socket.onEnd = (why) => this.#statistics.failed(`${seat}: ${why}`);
            this.#sockets[seat] = socket;
        }
    }

    start() {
        this.#next();
    }

    /** Ping the server for those who have sent nothing since the last call. */
    ping() {
        for (const seat of this.#silent) this.#sockets[seat]?.send('{"t":"ping"}');
        this.#silent = new Set(["X", "O"]);
    }

    end() {
        for (const socket of Object.values(this.#sockets)) socket.close();
    }

    /** Send the next move, which was due at `since` in milliseconds. */
    move(since) {
        const { game, moves } = this.#game;
        const at = this.#known.X;
        const [seat, body] = moves[this.#moves.X];
        this.#sent = since;
        const id = `p${this.#number}-${at}`;
        this.#statistics.sent();
        this.#silent.delete(seat);
        this.#sockets[seat].send(JSON.stringify({ t: "do", game, id, at, kind: "move", body }));
    }

    #next() {
        this.#game = this.#games.shift();
        if (this.#game === undefined) return this.#statistics.failed("there are no more games");
        this.#known = { X: 0, O: 0 };
        this.#moves = { X: 0, O: 0 };
        this.#ready = 0;
        for (const socket of Object.values(this.#sockets)) {
            socket.send(`{"t":"watch","game":"${this.#game.game}"}`);
        }
    }

    #onMessage(seat, message) {
        if (message.t === "entries") this.#follow(seat, message);
        else if (message.t === "done") this.#statistics.acked(message.game, message.version, message.id);
        else if (message.t === "game") this.#open(seat, message);
        else if (message.t === "refused") this.#statistics.failed(`${message.code}: ${message.message}`);
    }

    #open(seat, message) {
        this.#learn(seat, message);
        this.#ready += 1;
        if (this.#ready === 2) this.onTurn(this);
    }

    #follow(seat, message) {
        const before = this.#moves[seat];
        this.#learn(seat, message);
        if (this.#moves[seat] > before && this.#moves.X === this.#moves.O) this.#both();
    }

    /** Check new entries: the expected moves, and downtimes of a server that was suspended. */
    #learn(seat, { game, entries }) {
        if (game !== this.#game.game) return;
        for (const { v, k, s, b } of entries) {
            const [mover, body] = k === "downtime" ? [s, b] : this.#game.moves[this.#moves[seat]];
            if (v !== this.#known[seat] + 1 || s !== mover || b !== body) {
                this.#statistics.failed(`entry ${v} of ${game} came after ${this.#known[seat]}`);
            }
            this.#known[seat] = v;
            if (k === "downtime") continue;
            this.#moves[seat] += 1;
            if (seat !== mover) this.#statistics.seen(this.#sent);
        }
    }

    /** Both have the same moves: the next move or game is due. */
    #both() {
        if (this.#moves.X < this.#game.moves.length) return this.onTurn(this);
        for (const socket of Object.values(this.#sockets)) {
            socket.send(`{"t":"leave","game":"${this.#game.game}"}`);
        }
        this.#next();
    }
}
