/** Parse squares, moves and positions (spec/notation.md, N6 to N11, N14). */

import type { Rules } from "../kernel/rules";
import type { Move, Place } from "../kernel/types";
import type { Spot } from "./errors";
import { type Board, hasDigitNames, markName, squareName } from "./moves";

/** The subscript of `X1`, `O2` … Throws `NotationError` at `spot` if the letter is wrong (R2). */
export function markNamed(name: string, spot: Spot): number {
  const mark = Number(name.slice(1));
  const expected = markName(mark);
  if (expected !== name)
    throw spot.error({ reason: "no-mark", found: name, number: mark, expected });
  return mark;
}

/** Parse a move in machine notation; null if it is not a move on this board. */
export function parseMove(rules: Rules, text: string): Move | null {
  const names = text.replace(/^@/, "").match(hasDigitNames(rules) ? /[1-9]/g : /[a-z]\d+/g) ?? [];
  const squares = names.map((name) => squareNamed(rules, name));
  const [a, b = a] = squares;
  if (a === undefined || b === undefined || squares.includes(-1) || squares.length > 2) return null;
  if (text.replace(/^@/, "") !== names.join("")) return null;
  if (!text.startsWith("@")) return { kind: "placement", squares: pairOf(a, b) };
  return names.length === 1 ? { kind: "collapse", square: a } : null;
}

/**
 * Parse the output of `formatPosition`. Throws `RangeError` if it is not a position on this board.
 */
export function parsePlaces(rules: Rules, text: string): Place[] {
  if (text === "-") return [];
  return text.split("/").map((word) => {
    const move = parseMove(rules, word);
    if (move?.kind !== "placement") throw new RangeError(`"${word}" is not a place of a mark`);
    return move.squares;
  });
}

/** The square with that name; -1 if there is none. */
export function squareNamed(board: Board, name: string): number {
  if (hasDigitNames(board)) return /^[1-9]$/.test(name) ? Number(name) - 1 : -1;
  const col = name.charCodeAt(0) - "a".charCodeAt(0);
  const row = Number(name.slice(1)) - 1;
  const isThere = col >= 0 && col < board.cols && row >= 0 && row < board.rows;
  return isThere ? row * board.cols + col : -1;
}

/** The square with that name, in any case. Throws `NotationError` if there is none. */
export function findSquare(name: string, spot: Spot, board: Board): number {
  const square = squareNamed(board, name.toLowerCase());
  if (square >= 0) return square;
  const { rows, cols } = board;
  const [first, last] = [squareName(board, 0), squareName(board, rows * cols - 1)];
  throw spot.error({ reason: "no-square", found: name, rows, cols, first, last });
}

/** Two squares, the smaller first. */
export function pairOf(a: number, b: number): Place {
  return a < b ? [a, b] : [b, a];
}
