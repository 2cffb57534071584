/** The moves of a match, and where one can go back and forth to in them. All of it is values. */

import { classicalMarks } from "../kernel/reading";
import type { Decider, Move, Place, Player, Survey } from "../kernel/types";
import type { Toss } from "./chance";
import type { Thoughts } from "./levels";

/** One decision: who made it, and the position after it. */
export interface Ply {
  readonly move: Move;
  readonly by: Decider;
  /** What the coin showed, if one decided. */
  readonly toss: Toss | null;
  /** What a computer had found out when it moved; not kept between visits. */
  readonly thoughts?: Thoughts | null;
  readonly after: Survey;
}

/** A line of play that stands after `at` of its plies; those behind were taken back. */
export interface Line {
  readonly start: Survey;
  readonly plies: readonly Ply[];
  readonly at: number;
}

export function positionOf({ start, plies, at }: Line): Survey {
  return plies[at - 1]?.after ?? start;
}

/** The line with one more ply; what was taken back is given up, unless it is the same. */
export function played(line: Line, ply: Ply): Line {
  return { ...line, plies: [...line.plies.slice(0, line.at), ply], at: line.at + 1 };
}

/**
 * After how many plies the last decision was made that one of `players` can take back; null if
 * there is none. A coin's collapse is nobody's decision: it goes with the placement before it.
 */
export function undoTarget({ plies, at }: Line, players: readonly Player[]): number | null {
  const index = plies
    .slice(0, at)
    .findLastIndex(({ by }) => by !== "chance" && players.includes(by));
  return index < 0 ? null : index;
}

/** After how many plies one of `players` decides next, or the line ends; null if it ends here. */
export function redoTarget({ plies, at }: Line, players: readonly Player[]): number | null {
  if (at === plies.length) return null;
  const next = plies.findIndex(({ by }, i) => i > at && by !== "chance" && players.includes(by));
  return next < 0 ? plies.length : next;
}

/** On which pair each mark was placed. */
export function pairsOf({ start, plies, at }: Line): ReadonlyMap<number, Place> {
  const placed = plies
    .slice(0, at)
    .flatMap(({ move }) => (move.kind === "placement" ? [move.squares] : []));
  return new Map([...start.places, ...placed].map((squares, i) => [i + 1, squares]));
}

/** The squares that the last ply has changed. */
export function lastSquares(line: Line): readonly number[] {
  const ply = line.plies[line.at - 1];
  return ply ? changedSquares(positionOf({ ...line, at: line.at - 1 }), ply.move, ply.after) : [];
}

/** The squares that a move changes: those of a placement, or where marks land. */
export function changedSquares(before: Survey, move: Move, after: Survey): readonly number[] {
  if (move.kind === "placement") return move.squares;
  const landed = classicalMarks(before.places);
  return [...classicalMarks(after.places).keys()].filter((square) => !landed.has(square));
}
