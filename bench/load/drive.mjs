// Lets pairs of players play on a server, and prints the results as one line of JSON.
//
//   node drive.mjs PLAN.json
//
// The plan: `peer` (ours or boardgame), `host`, `port`, `seconds`, `rate` (moves a second in total; 0:
// each pair moves as soon as it can), `acked` (a file for every acknowledgement, or null) and `pairs`,
// each with `cookies`, `ports` (those of our server, for each player) and `games`. It prints "begin" when all are connected and
// the time starts, "end" when it is over.

import { readFileSync } from "node:fs";

import { Eager, Paced } from "./pace.mjs";
import { Statistics } from "./statistics.mjs";

const BATCH_SIZE = 50;
const TIMEOUT_MS = 60_000;
const CONNECT_TIMEOUT_MS = 60_000;
const PING_INTERVAL_MS = 20_000;

const plan = JSON.parse(readFileSync(process.argv[2], "utf8"));
const { Pair } = await import(`./${plan.peer}.mjs`);
const statistics = new Statistics(plan.acked);
const pairs = plan.pairs.map(({ games }, number) => new Pair(number, games, statistics));
const pace = plan.rate ? new Paced(pairs, plan.rate) : new Eager();

// The server disconnects silent players: these wait while others connect or the machine stalls.
const pinging = setInterval(() => pairs.forEach((pair) => pair.ping?.()), PING_INTERVAL_MS);
await connectAll();
print("begin");
const cpu = process.cpuUsage();
statistics.start(performance.now());
await pace.run(plan.seconds * 1000);
statistics.stop(performance.now());
const { user, system } = process.cpuUsage(cpu);
print("end");
await waitFor(() => statistics.open === 0 || statistics.errors > 0, TIMEOUT_MS);
clearInterval(pinging);
for (const pair of pairs) pair.end();
await statistics.close();
print(JSON.stringify({ ...statistics.result(), busy: (user + system) / 1e6 / plan.seconds }));
process.exit(0);

/** Connect all pairs, a few at a time, up to their first game. */
async function connectAll() {
    let waiting = 0;
    const onTurn = (pair) => {
        waiting += 1;
        pace.due(pair);
    };
    for (let from = 0; from < pairs.length; from += BATCH_SIZE) {
        const some = pairs.slice(from, from + BATCH_SIZE);
        const begin = (pair, i) => pair.begin({ ...plan, ...plan.pairs[from + i] }, onTurn);
        await Promise.all(some.map(begin));
        for (const pair of some) pair.start();
    }
    await waitFor(() => waiting >= pairs.length || statistics.errors > 0, CONNECT_TIMEOUT_MS);
    if (waiting < pairs.length) {
        throw new Error(`${waiting} of ${pairs.length} pairs are connected: ${statistics.result().why}`);
    }
}

async function waitFor(condition, timeoutMs) {
    const began = performance.now();
    while (!condition() && performance.now() - began < timeoutMs) {
        await new Promise((passed) => setTimeout(passed, 5));
    }
}

function print(text) {
    console.log(text);
}
