/** Parse position strings: `-`, `12/25`, `2/5/1`, `a1b2/c3` (spec/notation.md, N14 to N17). */

import type { Place } from "../kernel/types";
import { Spot, checkSize } from "./errors";
import { type Board, markName } from "./moves";
import { findSquare, pairOf } from "./moves-reader";
import { MAX_TEXT, NAME, stripped } from "./tokens";

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
