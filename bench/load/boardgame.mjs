// Two players on a boardgame.io server: socket.io messages over a WebSocket each.
//
// The number of messages is as in ours: a move is sent to the server, and the new state to both players.

import { open } from "./websocket.mjs";

const HELLO = "0";
const PING = "2";
const CONNECTED = "40/marks,";
const EVENT = "42/marks,";

/** Same interface as the pair of `ours.mjs`; only the number of moves of each of the `games` is used. */
export class Pair {
    #sockets = {};
    #games;
    #statistics;
    #number;
    #game = undefined;
    #left = 0;
    #played = 0;
    #state = { X: -1, O: -1 };
    #ready = 0;
    #sent = 0;

    constructor(number, games, statistics) {
        this.#number = number;
        this.#games = games;
        this.#statistics = statistics;
    }

    async begin({ host, port }, onTurn) {
        this.onTurn = onTurn;
        for (const seat of ["X", "O"]) {
            const socket = await open({ host, port, path: "/socket.io/?EIO=4&transport=websocket" });
            await new Promise((joined) => {
                socket.onText = (text) => {
                    if (text.startsWith(HELLO)) socket.send(CONNECTED);
                    else if (text.startsWith(CONNECTED)) joined();
                };
            });
            socket.onText = (text) => this.#onMessage(seat, text);
            socket.onEnd = (why) => this.#statistics.failed(`${seat}: ${why}`);
            this.#sockets[seat] = socket;
        }
    }

    start() {
        this.#next();
    }

    end() {
        for (const socket of Object.values(this.#sockets)) socket.close();
    }

    move(since) {
        const seat = this.#played % 2 ? "O" : "X";
        const playerID = String(this.#played % 2);
        this.#sent = since;
        this.#statistics.sent();
        const action = { type: "MAKE_MOVE", payload: { type: "mark", args: [1, 2], playerID } };
        this.#emit(seat, ["update", action, this.#state.X, this.#game, playerID]);
    }

    #emit(seat, event) {
        this.#sockets[seat].send(EVENT + JSON.stringify(event));
    }

    #next() {
        const left = this.#games.shift();
        if (left === undefined) return this.#statistics.failed("there are no more games");
        this.#game = `match-${this.#number}-${this.#games.length}`;
        this.#left = left.moves.length;
        this.#played = 0;
        this.#state = { X: -1, O: -1 };
        this.#ready = 0;
        this.#emit("X", ["sync", this.#game, "0", undefined, 2]);
    }

    #onMessage(seat, text) {
        if (text === PING) return this.#sockets[seat].send("3");
        if (!text.startsWith(EVENT)) return undefined;
        const [kind, game, message] = JSON.parse(text.slice(EVENT.length));
        if (game !== this.#game) return undefined;
        if (kind === "sync") return this.#joined(seat, message.state);
        return kind === "update" ? this.#follow(seat, message) : undefined;
    }

    /** O joins after X has created the match, like accepting an invitation. */
    #joined(seat, state) {
        this.#state[seat] = state._stateID;
        if (seat === "X") this.#emit("O", ["sync", this.#game, "1", undefined, 2]);
        else this.onTurn(this);
    }

    #follow(seat, state) {
        if (this.#state[seat] >= state._stateID) this.#statistics.failed(`an old state came to ${seat}`);
        this.#state[seat] = state._stateID;
        if (seat !== (this.#played % 2 ? "O" : "X")) this.#statistics.seen(this.#sent);
        if (this.#state.X !== this.#state.O) return undefined;
        this.#statistics.acked(this.#game, (this.#played += 1), "");
        return this.#played < this.#left ? this.onTurn(this) : this.#next();
    }
}
