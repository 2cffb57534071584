// What pairs tell while they play: moves that were seen, acknowledgements, and what went wrong.

import { createWriteStream } from "node:fs";

const SHOWN = 5;

export class Told {
    moves = 0;
    errors = 0;
    #took = [];
    #why = [];
    #acked = 0;
    #sent = 0;
    #from = Infinity;
    #until = Infinity;
    #file;

    /** Acknowledgements are written into the file `acked`, if there is one. */
    constructor(acked) {
        this.#file = acked ? createWriteStream(acked) : null;
    }

    /** From now on moves count; `until` they end is told by the pace. */
    start(now) {
        this.#from = now;
    }

    stop(now) {
        this.#until = now;
    }

    sent() {
        this.#sent += 1;
    }

    /** The opponent has seen a move that was to be made at `since`. */
    seen(since) {
        const now = performance.now();
        if (since < this.#from || now > this.#until) return;
        this.moves += 1;
        this.#took.push(now - since);
    }

    acked(game, version, id) {
        this.#acked += 1;
        this.#file?.write(`${game} ${version} ${id}\n`);
    }

    failed(why) {
        this.errors += 1;
        if (this.#why.length < SHOWN) this.#why.push(why);
    }

    get open() {
        return this.#sent - this.#acked;
    }

    async close() {
        if (this.#file) await new Promise((closed) => this.#file.end(closed));
    }

    /** Times in milliseconds. */
    result() {
        const took = Float64Array.from(this.#took).sort();
        const at = (share) => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0;
        return {
            moves: this.moves,
            median: at(0.5),
            percentile99: at(0.99),
            slowest: at(1),
            sent: this.#sent,
            acked: this.#acked,
            errors: this.errors,
            why: this.#why,
        };
    }
}
