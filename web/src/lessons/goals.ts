/** Check whether a move reaches a goal, using the resulting position. */

import type { Kernel } from "../kernel/client";
import {
  type Move,
  type Player,
  type Survey,
  classicalMarks,
  playerOf,
  sameMove,
} from "../kernel/types";
import type { Rules } from "../kernel/rules";
import { squareName } from "../notation/moves";
import type { Goal } from "./lesson";

/** Why a move misses its goal. */
export type MissReason =
  | "no-line"
  | "not-there"
  | "apart"
  | "closes-loop"
  | "no-loop"
  | "other-size"
  | "not-taken"
  | "one-way"
  | "not-best";

/** A move with the positions before and after it. */
interface GoalAttempt {
  readonly rules: Rules;
  readonly before: Survey;
  readonly move: Move;
  readonly after: Survey;
}

/** Why the move misses the goal; null if it reaches it. */
export async function missOf(
  kernel: Kernel,
  goal: Goal,
  played: GoalAttempt,
): Promise<MissReason | null> {
  const { rules, after } = played;
  switch (goal.goal) {
    case "line":
      return hasLine(after, goal.player) ? null : "no-line";
    case "covers":
      return after.places.at(-1)?.some((square) => squareName(rules, square) === goal.square)
        ? null
        : "not-there";
    case "entangles":
      return entangled(after, goal.marks);
    case "loop":
      return closed(after, goal.size);
    case "takes":
      return takes(rules, after, goal.player, goal.square) ? null : "not-taken";
    case "either-way":
      return eitherWay(after, goal.player);
    case "best":
      return (await isBest(kernel, played)) ? null : "not-best";
  }
}

/** Every legal move that reaches the goal. */
export async function solutionsOf(
  kernel: Kernel,
  rules: Rules,
  before: Survey,
  goal: Goal,
): Promise<Move[]> {
  const misses = await Promise.all(
    before.moves.map(async (move) => {
      const after = await kernel.play({ rules, places: before.places }, move);
      return missOf(kernel, goal, { rules, before, move, after });
    }),
  );
  return before.moves.filter((_, i) => misses[i] === null);
}

/** The answer that shows why a move misses the goal; null if the board shows it already. */
export async function refutationOf(
  kernel: Kernel,
  goal: Goal,
  { rules, after }: GoalAttempt,
): Promise<Move | null> {
  const { decider, collapses, places } = after;
  if (goal.goal === "either-way") {
    const spared = collapses.find((collapse) => !hasLine(collapse, goal.player));
    return spared ? { kind: "collapse", square: spared.square } : null;
  }
  if (goal.goal !== "best" || !decider) return null;
  const { value, moves } = await kernel.solve({ rules, places }, "values");
  return moves.find((move) => move.value === value)?.move ?? null;
}

export function hasLine({ lines }: Pick<Survey, "lines">, player: Player): boolean {
  return lines.some((line) => line.player === player);
}

function entangled(after: Survey, marks: readonly number[]): MissReason | null {
  if (after.loop) return "closes-loop";
  const groups = after.entanglements;
  const mine = groups.get(after.places.length);
  return marks.every((mark) => groups.get(mark) === mine) ? null : "apart";
}

function closed(after: Survey, size: number | undefined): MissReason | null {
  const loop = after.loop;
  if (!loop) return "no-loop";
  return size === undefined || loop.marks.length === size ? null : "other-size";
}

function takes(rules: Rules, { places }: Survey, player: Player, square: string): boolean {
  return [...classicalMarks(places)].some(
    ([index, mark]) => squareName(rules, index) === square && playerOf(mark) === player,
  );
}

function eitherWay({ loop, collapses }: Survey, player: Player): MissReason | null {
  if (!loop) return "no-loop";
  return collapses.every((collapse) => hasLine(collapse, player)) ? null : "one-way";
}

/** Whether the move keeps the value of the position. */
async function isBest(kernel: Kernel, { rules, before, move }: GoalAttempt): Promise<boolean> {
  const { value, moves } = await kernel.solve({ rules, places: before.places }, "values");
  return moves.some((best) => sameMove(best.move, move) && best.value === value);
}
