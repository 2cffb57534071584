/**
 * Reed-Solomon code RS(255,223): 32 parity symbols correct up to 16 wrong symbols, wherever
 * they are. Words can be shorter than 255.
 *
 * A symbol is a number of GF(256), which are polynomials modulo x⁸+x⁴+x³+x²+1; α = 2 generates all
 * but 0. A word is the polynomial whose first symbol has the highest power, and a code word is 0
 * at α⁰ … α³¹. Wrong symbols are found in four steps: the values there (syndromes), the polynomial
 * whose zeros are the positions (Berlekamp and Massey), its zeros (Chien), the differences (Forney).
 *
 * Polynomials below begin with the lowest power.
 */

/** Number of parity symbols. */
export const PARITY = 32;
/** Maximum number of data symbols. */
export const DATA = 223;

const ORDER = 255;
const FIELD = 0x11d;
const EXP = new Uint8Array(2 * ORDER);
const LOG = new Uint8Array(ORDER + 1);
for (let power = 0, symbol = 1; power < ORDER; power++) {
  EXP[power] = EXP[power + ORDER] = symbol;
  LOG[symbol] = power;
  symbol <<= 1;
  if (symbol > ORDER) symbol ^= FIELD;
}

type Polynomial = ArrayLike<number>;

/** The product of x - α⁰, …, x - α³¹. */
const GENERATOR = Array.from({ length: PARITY }, (_, i) => [alpha(i), 1]).reduce(times, [1]);

/** The parity symbols of the data. */
export function parityOf(data: Uint8Array): Uint8Array {
  const rest = new Uint8Array(PARITY);
  for (const symbol of data) {
    const factor = symbol ^ at(rest, 0);
    rest.copyWithin(0, 1);
    rest[PARITY - 1] = 0;
    for (let i = 0; i < PARITY; i++) {
      rest[i] = at(rest, i) ^ product(factor, at(GENERATOR, PARITY - 1 - i));
    }
  }
  return rest;
}

/** The codeword that differs in at most 16 symbols; null if there is none. */
export function corrected(word: Uint8Array): Uint8Array | null {
  const syndromes = syndromesOf(word);
  if (isZero(syndromes)) return word;
  const locator = locatorOf(syndromes);
  const places = placesOf(locator, word.length);
  if (!places) return null;
  const repaired = word.slice();
  const evaluator = times(syndromes, locator).slice(0, PARITY);
  for (const power of places) {
    const index = word.length - 1 - power;
    repaired[index] = at(word, index) ^ differenceAt(power, evaluator, locator);
  }
  return isZero(syndromesOf(repaired)) ? repaired : null;
}

/** The values of a word at α⁰ … α³¹. */
function syndromesOf(word: Uint8Array): number[] {
  return Array.from({ length: PARITY }, (_, i) => {
    const x = alpha(i);
    return word.reduce((value, symbol) => product(value, x) ^ symbol, 0);
  });
}

/**
 * The shortest recurrence of the syndromes (Berlekamp-Massey); 0 at 1/α^p for each error position
 * p.
 */
function locatorOf(syndromes: Polynomial): number[] {
  let [locator, before] = [[1], [1]];
  let [length, gap, last] = [0, 1, 1];
  for (let n = 0; n < PARITY; n++) {
    let difference = 0;
    for (let i = 0; i <= length; i++) difference ^= product(at(locator, i), at(syndromes, n - i));
    if (difference === 0) {
      gap++;
      continue;
    }
    const shift = [...Array.from({ length: gap }, () => 0), quotient(difference, last)];
    const next = sum(locator, times(shift, before));
    if (2 * length <= n) [length, before, last, gap] = [n + 1 - length, locator, difference, 1];
    else gap++;
    locator = next;
  }
  return locator.slice(0, length + 1);
}

/** The error positions; null if there are too many, or some lie outside the word. */
function placesOf(locator: Polynomial, length: number): number[] | null {
  const powers = Array.from({ length }, (_, power) => power);
  const places = powers.filter((power) => valueAt(locator, alpha(ORDER - power)) === 0);
  return places.length === locator.length - 1 && 2 * places.length <= PARITY ? places : null;
}

/** The error value at a position (Forney). */
function differenceAt(power: number, evaluator: Polynomial, locator: Polynomial): number {
  const x = alpha(ORDER - power);
  const odd = Array.from(locator, (factor, i) => (i % 2 ? factor : 0));
  // The derivative at x is the sum of the odd terms divided by x; so x cancels out.
  return quotient(valueAt(evaluator, x), valueAt(odd, x));
}

// --- numbers and polynomials -----------------------------------------------------------------

function at(polynomial: Polynomial, power: number): number {
  return polynomial[power] ?? 0;
}

function alpha(power: number): number {
  return at(EXP, power % ORDER);
}

function product(a: number, b: number): number {
  return a && b ? at(EXP, at(LOG, a) + at(LOG, b)) : 0;
}

function quotient(a: number, b: number): number {
  return a && at(EXP, at(LOG, a) + ORDER - at(LOG, b));
}

function sum(a: Polynomial, b: Polynomial): number[] {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, i) => at(a, i) ^ at(b, i));
}

function times(a: Polynomial, b: Polynomial): number[] {
  const result = Array.from({ length: a.length + b.length - 1 }, () => 0);
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < b.length; j++)
      result[i + j] = at(result, i + j) ^ product(at(a, i), at(b, j));
  }
  return result;
}

function valueAt(polynomial: Polynomial, x: number): number {
  let value = 0;
  for (let i = polynomial.length - 1; i >= 0; i--) value = product(value, x) ^ at(polynomial, i);
  return value;
}

function isZero(polynomial: Polynomial): boolean {
  return Array.from(polynomial).every((factor) => factor === 0);
}
