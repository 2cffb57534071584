/**
 * Points and values in figures; counterpart of `src/qttt/notation/values.py`, by
 * `spec/golden/points.tsv`.
 */

/** Larger denominators, which follow from many coins in a row, are hard to read. */
const MAX_DENOMINATOR = 64;

/** A non-negative number of points: a fraction if exact, otherwise two digits. */
export function pointsText(value: number, isExact = true): string {
  if (!isExact) return value.toFixed(2);
  const whole = Math.floor(value);
  const [part, parts] = fraction(value - whole);
  if (parts > MAX_DENOMINATOR) return value.toFixed(4);
  if (parts === 2) return `${whole || ""}½`;
  return [whole ? `${whole}` : "", part ? `${part}/${parts}` : ""].filter(Boolean).join(" ") || "0";
}

/** A value in points of X minus points of O, with its sign: `+½`, `−1½`, `0`. */
export function signedText(value: number, isExact = true): string {
  const text = pointsText(Math.abs(value), isExact);
  if (/^[0.]*$/.test(text)) return text;
  return `${value > 0 ? "+" : "−"}${text}`;
}

/** Whether a value is zero, or an estimate that is shown as 0.00. */
export function isEven(value: number, isExact: boolean): boolean {
  return isExact ? value === 0 : Math.abs(value) < MIN_SHOWN;
}

/** Half a unit of the last digit of an estimate. */
const MIN_SHOWN = 0.005;

/** Convert a number below 1 to a fraction; values are integers divided by powers of 2. */
function fraction(value: number): [number, number] {
  let parts = 1;
  while ((value * parts) % 1 !== 0 && parts <= MAX_DENOMINATOR) parts *= 2;
  return [value * parts, parts];
}
