/** The levels of the computer, and the move that each makes. */

import type { Kernel } from "../kernel/client";
import { deciderOf } from "../kernel/reading";
import { type Rules, isSolved } from "../kernel/rules";
import type { Analysis, Move, Player, Survey } from "../kernel/types";
import { type Chance, pick } from "./chance";

/** By the names that records give them. */
export const LEVELS = [
  "random",
  "thesis-easy",
  "thesis-medium",
  "thesis-hard",
  "optimal",
  "best",
] as const;
export type Level = (typeof LEVELS)[number];

const SECONDS = 1;

/** How often a level of Smanis' thesis (2016, table I) plays a random move. */
const CARELESS: Partial<Record<Level, number>> = {
  "thesis-easy": 1 / 2,
  "thesis-medium": 1 / 4,
  "thesis-hard": 1 / 10,
};

/** The levels that a board has: where it is not solved, the best there is searches. */
export function levelsFor(rules: Rules): readonly Level[] {
  return LEVELS.filter((level) => level !== (isSolved(rules) ? "best" : "optimal"));
}

/**
 * The move of a level for the player who decides. Perfect moves are the fastest win, the longest
 * defence, and drawn from what is equal. Throws what the kernel throws, and `AbortError`.
 */
export async function decide(
  kernel: Kernel,
  rules: Rules,
  survey: Survey,
  level: Level,
  chance: Chance,
  signal: AbortSignal,
): Promise<Move> {
  if (isCareless(level, survey, chance) || survey.moves.length === 1) {
    return pick(chance, survey.moves);
  }
  const here = { rules, places: survey.places };
  if (!isSolved(rules)) {
    const found = await kernel.search(here, SECONDS, chance.seed(), { signal });
    return found.move ?? pick(chance, survey.moves);
  }
  const player = deciderOf(rules, survey) === "O" ? "O" : "X";
  const values = await kernel.solve(here, "values", { signal });
  if (values.value === 0 || bestMoves(values, player).length === 1) {
    return pick(chance, bestMoves(values, player));
  }
  return pick(chance, bestMoves(await kernel.solve(here, "distances", { signal }), player));
}

/** The moves that a perfect player would choose between. */
export function bestMoves({ moves }: Analysis, player: Player): Move[] {
  const sign = player === "X" ? 1 : -1;
  const value = Math.max(...moves.map((move) => sign * move.value));
  const equal = moves.filter((move) => sign * move.value === value);
  const plies = equal.map((move) => move.plies ?? 0);
  const wanted = value > 0 ? Math.min(...plies) : value < 0 ? Math.max(...plies) : null;
  return equal
    .filter((move) => wanted === null || (move.plies ?? 0) === wanted)
    .map(({ move }) => move);
}

/** Whether this move is drawn at random; the thesis' Hard weighs every collapse. */
function isCareless(level: Level, survey: Survey, chance: Chance): boolean {
  if (level === "random") return true;
  if (level === "thesis-hard" && survey.collapses.length > 0) return false;
  return chance.happens(CARELESS[level] ?? 0);
}
