/** Format squares, moves and positions (spec/notation.md, N6 to N11, N14). */

import type { Rules } from "../kernel/rules";
import { type Move, type Place, isClassical, playerOf } from "../kernel/types";

export interface Board {
  readonly rows: number;
  readonly cols: number;
}

/** `1` to `9` on 3×3, on every other board a column letter and a row number. */
export function squareName({ rows, cols }: Board, square: number): string {
  if (hasDigitNames({ rows, cols })) return String(square + 1);
  return `${columnName(square % cols)}${Math.floor(square / cols) + 1}`;
}

export function columnName(column: number): string {
  return String.fromCharCode("a".charCodeAt(0) + column);
}

export function hasDigitNames({ rows, cols }: Board): boolean {
  return rows === 3 && cols === 3;
}

export function markName(mark: number): string {
  return `${playerOf(mark)}${mark}`;
}

/** Machine notation: `12`, `@5`, `a1b2`; one square for a mark of classical tic-tac-toe. */
export function moveName(rules: Rules, move: Move): string {
  if (move.kind === "collapse") return `@${squareName(rules, move.square)}`;
  const [a, b] = move.squares.map((square) => squareName(rules, square));
  return rules.marks === "classical" ? `${a}` : `${a}${b}`;
}

/** Record notation: `1-2`, `@5`, `a1-b2`; `~` follows if a loop is closed. */
export function recordName(rules: Rules, move: Move, closes: boolean): string {
  if (move.kind === "collapse" || isClassical(move.squares)) return moveName(rules, move);
  const pair = move.squares.map((square) => squareName(rules, square)).join("-");
  return closes ? `${pair}~` : pair;
}

/** `12/25`, `2/5/1`; `-` for the empty board. */
export function formatPosition(board: Board, places: readonly Place[]): string {
  const words = places.map((place) =>
    (isClassical(place) ? place.slice(1) : place)
      .map((square) => squareName(board, square))
      .join(""),
  );
  return words.join("/") || "-";
}

/** Moves in machine notation, after the start if that has marks (N20). */
export function lineText(rules: Rules, start: readonly Place[], moves: readonly Move[]): string {
  const words = moves.map((move) => moveName(rules, move));
  return (start.length > 0 ? [formatPosition(rules, start), ...words] : words).join(" ");
}

/** A pair, a line or a result that is not broken at the end of a line, for use in sentences. */
export function unbroken(text: string): string {
  return text.replace(/[-–]/g, "$&\u2060");
}
