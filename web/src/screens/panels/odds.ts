/** Exact odds of marks, and totals per square. */

import type { Angle } from "../../circuit/circuit";
import { type Odds, type Player, playerOf } from "../../kernel/types";

/** A fraction in lowest terms. */
interface Fraction {
  readonly numerator: number;
  readonly denominator: number;
}

/** Totals of a square. */
interface SquareOdds {
  readonly square: number;
  readonly X: Fraction;
  readonly O: Fraction;
  readonly nothing: Fraction;
}

const NONE: Fraction = { numerator: 0, denominator: 1 };

/** Written as `1/3`, `0`, `1`: most fractions have no character, and `⅓` is hard to read. */
export function fractionText({ numerator, denominator }: Fraction): string {
  return denominator === 1 ? `${numerator}` : `${numerator}/${denominator}`;
}

/** The angle of a rotation by its share, `−1/3`. */
export function angleText({ sign, share, of }: Angle): string {
  return `${sign < 0 ? "−" : ""}${fractionText(lowest(share, of))}`;
}

export function percent({ numerator, denominator }: Fraction): string {
  return `${((100 * numerator) / denominator).toFixed(2)}%`;
}

/** Totals of every square where one of these marks can land, in order. */
export function squareOdds(
  odds: readonly (readonly Odds[])[],
  marks: readonly number[],
): SquareOdds[] {
  const landings = marks.flatMap((mark) =>
    (odds[mark - 1] ?? []).map((each) => ({ ...each, player: playerOf(mark) })),
  );
  const squares = [...new Set(landings.map(({ square }) => square))].sort((a, b) => a - b);
  return squares.map((square) => {
    const here = landings.filter((each) => each.square === square);
    const share = (player: Player): Fraction =>
      here.filter((each) => each.player === player).reduce(plus, NONE);
    const [X, O] = [share("X"), share("O")];
    const taken = plus(X, O);
    const rest = taken.denominator - taken.numerator;
    return { square, X, O, nothing: lowest(rest, taken.denominator) };
  });
}

function plus(a: Fraction, b: Fraction): Fraction {
  const numerator = a.numerator * b.denominator + b.numerator * a.denominator;
  return lowest(numerator, a.denominator * b.denominator);
}

export function lowest(numerator: number, denominator: number): Fraction {
  const common = divisor(numerator, denominator);
  return { numerator: numerator / common, denominator: denominator / common };
}

/** Greatest common divisor. */
function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}
