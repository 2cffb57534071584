// Count six plies and solve the empty board: node.mjs KERNEL RUNS
import { readFileSync } from "node:fs";

const [path, runs] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(path));
const kernel = instance.exports;
const goff = [3, 3, 3, 0, 0, 0, 0, 0, 0];

const rules = kernel.__heap_base.value;
const analysis = rules + 64;
const solver = rules + 1024;
const bytes = kernel.qttt_solver_bytes(1 << 18);
kernel.memory.grow(Math.ceil((solver + bytes) / 65536));
new Uint8Array(kernel.memory.buffer).set(goff, rules);

function median(action, before = () => {}) {
  const times = [];
  for (let run = 0; run <= Number(runs); run++) {
    before();
    const start = process.cpuUsage();
    action();
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1e6);
  }
  const warm = times.slice(1).sort((a, b) => a - b);
  return warm[warm.length >> 1];
}

const counting = median(() => kernel.qttt_perft(rules, rules, 0, 6, 0));
const solving = median(
  () => kernel.qttt_solve(solver, rules, 0, 0n, 0, 0, analysis),
  () => kernel.qttt_solver_init(solver, bytes, rules),
);
console.log(JSON.stringify({ counting, solving }));
