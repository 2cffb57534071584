/** Parse squares, moves and positions (spec/notation.md, N6 to N11, N14). */

import type { Rules } from "../kernel/rules";
import type { Move, Place } from "../kernel/types";
import { Spot, checkSize } from "./errors";
import { type Board, hasDigitNames, squareName, markName } from "./moves";
import { MAX_TEXT, NAME, stripped } from "./tokens";

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

// --- positions ------------------------------------------------------------------------------

/** The place of a mark as written: two names for a pair, one for a classical mark. */
export interface PlaceToken {
  readonly mark: number;
  readonly squares: readonly string[];
  readonly spot: Spot;
}

const PLACE = new RegExp(`^(${NAME})(?:-?(${NAME}))?$`, "i");

/** The places of all marks; they need not be reachable. Throws `NotationError`. */
export function parsePosition(board: Board, text: string): Place[] {
  checkSize(text, MAX_TEXT);
  const { word, begin } = stripped(text);
  return placesOf(board, placesAt(new Spot(text, begin), word));
}

/** The places in `word`, which is located at `spot`. Throws `NotationError`. */
export function placesAt(spot: Spot, word: string): PlaceToken[] {
  if (word === "-") return [];
  let offset = 0;
  return word.split("/").map((part, i) => {
    const place = placeAt(spot.moved(offset), part, i + 1);
    offset += part.length + 1;
    return place;
  });
}

/** Places on a board. Throws `NotationError` for unknown squares and invalid pairs. */
export function placesOf(board: Board, tokens: readonly PlaceToken[]): Place[] {
  return tokens.map(({ mark, squares, spot }) => {
    const [a = 0, b] = squares.map((name) => findSquare(name, spot, board));
    if (a === b) throw spot.error({ reason: "same-square", mark: markName(mark) });
    return pairOf(a, b ?? a);
  });
}

function placeAt(spot: Spot, part: string, mark: number): PlaceToken {
  const names = PLACE.exec(part)?.slice(1);
  if (!names) throw spot.error({ reason: "no-place", found: part, mark: markName(mark) });
  return { mark, squares: names.filter((name) => name !== undefined), spot };
}
