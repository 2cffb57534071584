/**
 * Mermin's parity game on the GHZ state of a pending loop; counterpart of `qttt.quantum.parity`.
 *
 * Every mark of the loop is a player. They are asked x or y, with an even number of y, and win if
 * the parity of their answers is half the number of y.
 */

import type { Factor } from "./circuit";

export type Bit = 0 | 1;
/** For each player 0 for x and 1 for y. */
export type ParityQuestion = readonly Bit[];
/** A player's answers to x and to y, agreed beforehand. */
export type Plan = readonly [Bit, Bit];

/** With two players some plans always win; the number of questions doubles with each player. */
const MIN_PLAYERS = 3;
const MAX_PLAYERS = 12;

/** Whether the game can be played on the factor of a state. */
export function isPlayable({ kind, wires }: Factor): boolean {
  return kind === "GHZ" && wires.length >= MIN_PLAYERS && wires.length <= MAX_PLAYERS;
}

/** All questions. */
export function questionsFor(players: number): ParityQuestion[] {
  return Array.from({ length: 2 ** players }, (_, number) =>
    Array.from({ length: players }, (_, i) => ((number >> (players - 1 - i)) & 1) as Bit),
  ).filter((question) => ones(question) % 2 === 0);
}

export function isWon(question: ParityQuestion, answers: readonly Bit[]): boolean {
  return (ones(question) / 2 - ones(answers)) % 2 === 0;
}

export function plannedAnswers(plans: readonly Plan[], question: ParityQuestion): Bit[] {
  return plans.map((plan, i) => plan[question[i] as Bit]);
}

/** The number of questions that plans win. */
export function wonBy(plans: readonly Plan[]): number {
  const questions = questionsFor(plans.length);
  return questions.filter((question) => isWon(question, plannedAnswers(plans, question))).length;
}

/** The most questions that plans win: ½ + 2^−⌈n/2⌉ of them. */
export function mostWon(players: number): number {
  return 2 ** (players - 2) + 2 ** (players - 1 - Math.ceil(players / 2));
}

/** Measure each qubit of a loop in the basis X or Y; `coin` gives random bits. */
export function measured({ terms }: Factor, question: ParityQuestion, coin: () => Bit): Bit[] {
  const results = question.map(coin);
  // The phase of these results in each basis state, in quarter turns; all have the same size.
  const [one = 0, other = 0] = terms.map(({ bits }) =>
    results.reduce(
      (sum: number, bit, i) => sum + Number(bits[i]) * (2 * bit - (question[i] as Bit)),
      0,
    ),
  );
  // Results whose amplitudes cancel never occur; all others are equally likely.
  if ((one - other) % 4 !== 0) results[0] = flipped(results[0] as Bit);
  return results;
}

/**
 * The players' answers. One whose qubit is flipped when the state is prepared changes its answer to
 * y, because X turns Y into −Y.
 */
export function answersOf(loop: Factor, question: ParityQuestion, results: readonly Bit[]): Bit[] {
  return results.map((bit, i) => (question[i] && isFlipped(loop, i) ? flipped(bit) : bit));
}

export function isFlipped({ terms: [first] }: Factor, player: number): boolean {
  return first?.bits[player] === "1";
}

function flipped(bit: Bit): Bit {
  return bit ? 0 : 1;
}

function ones(bits: readonly Bit[]): number {
  return bits.filter(Boolean).length;
}
