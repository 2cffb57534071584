/**
 * Blunder rates of the ladder levels; counterpart of `engine/ladder.py`, which explains how they
 * were measured. `spec/golden/levels.tsv` checks both.
 */

import { type Rules, sizeOf } from "../kernel/rules";

/** A probability, or a share, per level. */
type Ladder = Readonly<Record<"easy" | "medium" | "hard", number>>;

const BLUNDER_RATES: Ladder = { easy: 0.76, medium: 0.46, hard: 0.21 };
const OF_THE_CLOSER: Ladder = { easy: 0.75, medium: 0.38, hard: 0.15 };
const WITH_COINS: Ladder = { easy: 0.71, medium: 0.45, hard: 0.2 };
const WITH_COINS_ON_LARGE_BOARDS: Ladder = { easy: 0.77, medium: 0.55, hard: 0.28 };
const CLASSICAL_ON_LARGE_BOARDS: Ladder = { easy: 0.95, medium: 0.68, hard: 0.3 };

const SHARES: Ladder = { easy: 0.01, medium: 0.04, hard: 0.15 };
/** Simulations on a board of one square; larger boards take longer per simulation. */
const BASE_SIMULATIONS = 1_600_000;

/**
 * The probability that a level makes a move with one-ply lookahead; 0 for levels outside the
 * ladder.
 */
export function blunderRate(level: string, rules: Rules): number {
  return numberOf(level, blunderRates(rules)) ?? 0;
}

/** Number of simulations of a computed move on boards that are not solved. */
export function simulationsOf(level: string, rules: Rules): number {
  return Math.trunc(((numberOf(level, SHARES) ?? 1) * BASE_SIMULATIONS) / sizeOf(rules));
}

function blunderRates(rules: Rules): Ladder {
  const isLarge = sizeOf(rules) > 9;
  if (rules.marks === "classical") return isLarge ? CLASSICAL_ON_LARGE_BOARDS : BLUNDER_RATES;
  if (rules.chooser === "chance") return isLarge ? WITH_COINS_ON_LARGE_BOARDS : WITH_COINS;
  return rules.chooser === "closer" ? OF_THE_CLOSER : BLUNDER_RATES;
}

function numberOf(level: string, ladder: Ladder): number | undefined {
  return level === "easy" || level === "medium" || level === "hard" ? ladder[level] : undefined;
}
