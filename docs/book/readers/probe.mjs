// Looks positions up in a table of qttt (.qtb) for 3×3 with lines of three, without qttt:
//     node probe.mjs goff.qtb 12/25/59 2/5/9/1
// They must be settled, not over, and have at most as many marks as the table. Format: tables.md.
import { readFileSync } from "node:fs";

const HEADER = 4208;
const PLACES = 45; // 36 pairs and 9 squares, in ascending order
const EARLY = 3; // the first marks of a player are interchangeable
const MASK = (1n << 64n) - 1n;

function turned(symmetry, square) {
  let [row, col] = [Math.floor(square / 3), square % 3];
  if (symmetry & 1) row = 2 - row;
  if (symmetry & 2) col = 2 - col;
  return symmetry & 4 ? 3 * col + row : 3 * row + col;
}

// The words of O and of X: the least of eight images, that of X compared first.
function keyOf(marks) {
  const keys = [0, 1, 2, 3, 4, 5, 6, 7].map((symmetry) => {
    const words = [0n, 0n];
    marks.forEach((squares, n) => {
      const [a, b] = squares.map((each) => turned(symmetry, each)).sort();
      const place = (a * (19 - a)) / 2 + b - a;
      const late = Math.floor(n / 2) - EARLY;
      if (late < 0) words[1 - (n % 2)] |= 1n << BigInt(place);
      else words[1 - (n % 2)] |= BigInt(place + 1) << BigInt(PLACES + 6 * late);
    });
    return words;
  });
  return keys.reduce((a, b) => (b[1] < a[1] || (b[1] === a[1] && b[0] < a[0]) ? b : a));
}

function mixed(x) {
  for (let i = 0; i < 2; i++) x = ((x ^ (x >> 32n)) * 0xd6e8feb86659fd93n) & MASK;
  return x ^ (x >> 32n);
}

function probe(table, marks) {
  const [bits, cells, segment] = [table[18], table.readUInt32LE(32), table.readUInt32LE(36)];
  const [o, x] = keyOf(marks);
  const hash = mixed(mixed((o + table.readBigUInt64LE(40)) & MASK) ^ x);
  const first = Number(((hash >> 32n) * BigInt(cells - 2 * segment)) >> 32n);
  const within = (shift) => Number((hash >> shift) & BigInt(segment - 1));
  const at = [first, (first + segment) ^ within(18n), (first + 2 * segment) ^ within(0n)];
  const cell = (n) => (table.readUInt16LE(HEADER + ((n * bits) >> 3)) >> ((n * bits) & 7)) & (2 ** bits - 1);
  const symbol = at.reduce((sum, n) => sum ^ cell(n), 0);
  const score = table.readInt16LE(80 + 2 * (256 * marks.length + symbol)); // for the player on turn
  const halves = Math.ceil(Math.abs(score) / 64);
  const x_leads = score > 0 === (marks.length % 2 === 0);
  return [((x_leads ? 1 : -1) * halves) / 2 || 0, halves && 64 * halves - Math.abs(score)];
}

const [file, ...positions] = process.argv.slice(2);
for (const each of positions) {
  const marks = each.split("/").filter((mark) => mark !== "-");
  console.log(each, ...probe(readFileSync(file), marks.map((mark) => [mark[0] - 1, mark.at(-1) - 1])));
}
