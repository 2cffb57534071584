/**
 * BLAKE2b without a key (RFC 7693), for checksums; browsers do not provide it. Words have 64 bits,
 * bytes are little-endian.
 */

const BLOCK = 128;
const ROUNDS = 12;
/** Blocks per step of `hashing`. */
const BLOCKS_PER_STEP = 64;
const ALL_ONES = 0xffff_ffff_ffff_ffffn;

/** The first 64 bits of the fractional parts of the square roots of the first eight primes. */
const START: readonly bigint[] = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
];

/** Message schedule: a hexadecimal digit per word, a row per round. */
const SCHEDULE = [
  "0123456789abcdef",
  "ea489fd61c02b753",
  "b8c052fdae367194",
  "7931dcbe265a40f8",
  "905724afe1bc683d",
  "2c6a0b834d75fe19",
  "c51fed4a0763928b",
  "db7ec13950f4862a",
  "6fe9b308c2d714a5",
  "a2847615fb9e3cd0",
].map((row) => Array.from(row, (digit) => parseInt(digit, 16)));

/** Indices of the state words mixed together: columns, then diagonals. */
const MIXED = ["048c", "159d", "26ae", "37bf", "05af", "16bc", "278d", "349e"].map((row) =>
  Array.from(row, (digit) => parseInt(digit, 16)),
);

/** The hash of `data` with `size` bytes, at most 64. */
export function blake2b(data: Uint8Array, size: number): Uint8Array {
  const steps = hashing(data, size);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Like `blake2b`, yielding every few milliseconds. */
export function* hashing(data: Uint8Array, size: number): Generator<void, Uint8Array> {
  const hash = BigUint64Array.from(START);
  hash[0] = word(hash, 0) ^ 0x0101_0000n ^ BigInt(size);
  const blocks = Math.max(1, Math.ceil(data.length / BLOCK));
  for (let i = 1; i <= blocks; i++) {
    const end = Math.min(i * BLOCK, data.length);
    compress(hash, wordsOf(data.subarray((i - 1) * BLOCK, end)), end, i === blocks);
    if (i % BLOCKS_PER_STEP === 0) yield;
  }
  const bytes = new DataView(new ArrayBuffer(8 * hash.length));
  hash.forEach((word, i) => bytes.setBigUint64(8 * i, word, true));
  return new Uint8Array(bytes.buffer, 0, size);
}

/** Mix a block into the hash; `length` counts the bytes up to its end. */
function compress(
  hash: BigUint64Array,
  block: BigUint64Array,
  length: number,
  isLast: boolean,
): void {
  const state = BigUint64Array.from([...hash, ...START]);
  state[12] = word(state, 12) ^ BigInt(length);
  if (isLast) state[14] = word(state, 14) ^ ALL_ONES;
  for (let round = 0; round < ROUNDS; round++) {
    const order = SCHEDULE[round % SCHEDULE.length] as number[];
    MIXED.forEach(([a, b, c, d], i) => {
      const [one, other] = [order[2 * i], order[2 * i + 1]] as [number, number];
      const at = [a, b, c, d] as [number, number, number, number];
      mix(state, at, word(block, one), word(block, other));
    });
  }
  for (let i = 0; i < hash.length; i++) {
    hash[i] = word(hash, i) ^ word(state, i) ^ word(state, i + hash.length);
  }
}

function mix(
  state: BigUint64Array,
  [a, b, c, d]: readonly [number, number, number, number],
  one: bigint,
  other: bigint,
): void {
  const add = (to: number, sum: bigint): void => void (state[to] = word(state, to) + sum);
  const turn = (at: number, by: number, bits: bigint): void => {
    const mixed = word(state, at) ^ word(state, by);
    state[at] = (mixed >> bits) | (mixed << (64n - bits)); // truncated to 64 bits by the array
  };
  add(a, word(state, b) + one);
  turn(d, a, 32n);
  add(c, word(state, d));
  turn(b, c, 24n);
  add(a, word(state, b) + other);
  turn(d, a, 16n);
  add(c, word(state, d));
  turn(b, c, 63n);
}

/** The words of a block, padded with 0. */
function wordsOf(bytes: Uint8Array): BigUint64Array {
  const padded = new Uint8Array(BLOCK);
  padded.set(bytes);
  const view = new DataView(padded.buffer);
  return BigUint64Array.from({ length: BLOCK / 8 }, (_, i) => view.getBigUint64(8 * i, true));
}

function word(words: BigUint64Array, at: number): bigint {
  return words[at] as bigint;
}
