// Statistics of the pairs: moves seen, acknowledgements, failures.

import { createWriteStream } from "node:fs";

const MAX_REASONS = 5;

export class Statistics {
    moves = 0;
    errors = 0;
    #took = [];
    #why = [];
    #acked = 0;
    #sent = 0;
    #from = Infinity;
    #until = Infinity;
    #file;

    /** Acknowledgements are appended to the file `acked`, if given. */
    constructor(acked) {
        this.#file = acked ? createWriteStream(acked) : null;
    }

    /** Count moves from now on, `until` the end of the pace. */
    start(now) {
        this.#from = now;
    }

    stop(now) {
        this.#until = now;
    }

    sent() {
        this.#sent += 1;
    }

    /** The opponent has seen a move that was due at `since`. */
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
        if (this.#why.length < MAX_REASONS) this.#why.push(why);
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
