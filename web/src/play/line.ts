/** The moves of a match, with the current position in them. Values are immutable. */

import {
  type Decider,
  type Move,
  type Place,
  type Player,
  type Survey,
  classicalMarks,
} from "../kernel/types";
import type { Toss } from "./chance";
import type { EngineInfo } from "./levels";

/** A decision, and the position after it. */
export interface Ply {
  readonly move: Move;
  readonly by: Decider;
  /** The coin result, if a coin decided. */
  readonly toss: Toss | null;
  /** Findings of the computer about its move; not saved. */
  readonly engineInfo?: EngineInfo | null;
  readonly after: Survey;
}

/** A line of play, at its ply `at`; later plies were taken back. */
export interface PlayedLine {
  readonly start: Survey;
  readonly plies: readonly Ply[];
  readonly at: number;
}

export function positionOf({ start, plies, at }: PlayedLine): Survey {
  return plies[at - 1]?.after ?? start;
}

/** The line with one more ply; taken back plies are discarded, unless the first is the same. */
export function played(line: PlayedLine, ply: Ply): PlayedLine {
  return { ...line, plies: [...line.plies.slice(0, line.at), ply], at: line.at + 1 };
}

/**
 * The ply to return to on undo by one of `players`; null if there is none. A coin's collapse is
 * undone with the placement before it.
 */
export function undoTarget({ plies, at }: PlayedLine, players: readonly Player[]): number | null {
  const index = plies
    .slice(0, at)
    .findLastIndex(({ by }) => by !== "chance" && players.includes(by));
  return index < 0 ? null : index;
}

/**
 * The ply to return to on redo: where one of `players` decides next, or the end; null if there is
 * none.
 */
export function redoTarget({ plies, at }: PlayedLine, players: readonly Player[]): number | null {
  if (at === plies.length) return null;
  const next = plies.findIndex(({ by }, i) => i > at && by !== "chance" && players.includes(by));
  return next < 0 ? plies.length : next;
}

/** The pair on which each mark was placed. */
export function pairsOf({ start, plies, at }: PlayedLine): ReadonlyMap<number, Place> {
  const placed = plies
    .slice(0, at)
    .flatMap(({ move }) => (move.kind === "placement" ? [move.squares] : []));
  return new Map([...start.places, ...placed].map((squares, i) => [i + 1, squares]));
}

/** The squares changed by the last ply. */
export function lastSquares(line: PlayedLine): readonly number[] {
  const ply = line.plies[line.at - 1];
  return ply ? changedSquares(positionOf({ ...line, at: line.at - 1 }), ply.move, ply.after) : [];
}

/** The squares changed by a move: those of a placement, or where marks land. */
export function changedSquares(before: Survey, move: Move, after: Survey): readonly number[] {
  if (move.kind === "placement") return move.squares;
  const landed = classicalMarks(before.places);
  return [...classicalMarks(after.places).keys()].filter((square) => !landed.has(square));
}

/** The plies through these positions. */
export function replayed(
  moves: readonly Move[],
  positions: readonly Survey[],
  tosses: readonly (Toss | null)[],
): Ply[] {
  return moves.map((move, i) => {
    const [before, after] = [positions[i], positions[i + 1]];
    const by = before && before.decider;
    if (!by || !after) throw new RangeError(`move ${i + 1} comes after the end`);
    return { move, by, toss: tosses[i] ?? null, after };
  });
}
