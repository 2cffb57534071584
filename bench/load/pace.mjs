// The pace of the pairs: as fast as possible, or a fixed total rate.

const TICK = 2;

/** Each pair moves as soon as both players have seen the last move. */
export class Eager {
    #goes = false;
    #waiting = [];

    due(pair) {
        if (this.#goes) pair.move(performance.now());
        else this.#waiting.push(pair);
    }

    async run(milliseconds) {
        this.#goes = true;
        for (const pair of this.#waiting.splice(0)) pair.move(performance.now());
        await new Promise((over) => setTimeout(over, milliseconds));
        this.#goes = false;
    }
}

/**
 * `rate` moves a second, by each of `pairs` in turn. A late pair moves as soon as it can, and its
 * latency counts from when the move was due, so that a slow server is visible.
 */
export class Paced {
    #pairs;
    #rate;
    #ready = new Set();
    #late = new Map();
    #goes = false;

    constructor(pairs, rate) {
        this.#pairs = pairs;
        this.#rate = rate;
    }

    due(pair) {
        const since = this.#late.get(pair);
        if (since === undefined || !this.#goes) return this.#ready.add(pair);
        this.#late.delete(pair);
        return pair.move(since);
    }

    run(milliseconds) {
        const began = performance.now();
        let turn = 0;
        this.#goes = true;
        return new Promise((over) => {
            const timer = setInterval(() => {
                const passed = Math.min(performance.now() - began, milliseconds);
                for (; turn < (passed * this.#rate) / 1000; turn += 1) {
                    this.#move(
                        this.#pairs[turn % this.#pairs.length],
                        began + (turn * 1000) / this.#rate,
                    );
                }
                if (passed < milliseconds) return;
                clearInterval(timer);
                this.#goes = false;
                over();
            }, TICK);
        });
    }

    #move(pair, since) {
        if (this.#ready.delete(pair)) pair.move(since);
        else if (!this.#late.has(pair)) this.#late.set(pair, since);
    }
}
