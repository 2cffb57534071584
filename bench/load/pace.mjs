// The pace of the pairs: as fast as possible, or a fixed total rate.

const TICK_MS = 2;

/** Each pair moves as soon as both players have seen the last move. */
export class Eager {
    #isRunning = false;
    #waiting = [];

    due(pair) {
        if (this.#isRunning) pair.move(performance.now());
        else this.#waiting.push(pair);
    }

    async run(milliseconds) {
        this.#isRunning = true;
        for (const pair of this.#waiting.splice(0)) pair.move(performance.now());
        await new Promise((over) => setTimeout(over, milliseconds));
        this.#isRunning = false;
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
    #isRunning = false;

    constructor(pairs, rate) {
        this.#pairs = pairs;
        this.#rate = rate;
    }

    due(pair) {
        const since = this.#late.get(pair);
        if (since === undefined || !this.#isRunning) return this.#ready.add(pair);
        this.#late.delete(pair);
        return pair.move(since);
    }

    run(milliseconds) {
        const began = performance.now();
        let turn = 0;
        this.#isRunning = true;
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
                this.#isRunning = false;
                over();
            }, TICK_MS);
        });
    }

    #move(pair, since) {
        if (this.#ready.delete(pair)) pair.move(since);
        else if (!this.#late.has(pair)) this.#late.set(pair, since);
    }
}
