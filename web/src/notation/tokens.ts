/** Moves as they are written, before any board has seen them (spec/notation.md, N7 to N13). */

import { NOWHERE, Spot, checkSize } from "./errors";
import { SPACE } from "./spaces";

/** The longest move list, position string or Goff's string that is read, in characters (N4). */
export const MAX_TEXT = 65_536;

/** A square's name on some board, as a regular expression (N6). */
export const NAME = "(?:[1-9]|[a-z][1-9][0-9]*)";

/** One unchecked move; squares are names, in small letters. */
export interface Token {
  /** Two for a pair, one or twice the same for a whole mark, one for a collapse. */
  readonly squares: readonly string[];
  readonly isCollapse: boolean;
  /** The mark of the loop that is pointed at (`X1`), if it is not the closing one. */
  readonly mark: string | null;
  /** The placement bears `~`: it says of itself that it closes a loop. */
  readonly closesLoop: boolean;
  readonly spot: Spot;
}

const WORD = new RegExp(`[^${SPACE},]+`, "g");
const TOKEN = new RegExp(
  `^(?:@(?<landing>${NAME})|(?<mark>[xo][1-9][0-9]{0,2})@(?<at>${NAME})` +
    `|(?<first>${NAME})(?:-?(?<second>${NAME}))?(?<loop>~)?)$`,
  "i",
);

/** The moves in a text from `start` on, separated by white space or commas. */
export function readTokens(text: string, start = 0): Token[] {
  checkSize(text, MAX_TEXT);
  return [...text.slice(start).matchAll(WORD)].map((word) =>
    tokenAt(new Spot(text, start + word.index), word[0]),
  );
}

/** The one token that a word spells. Throws `NotationError` if it is no move. */
export function tokenAt(spot: Spot, word: string): Token {
  const groups = TOKEN.exec(word)?.groups;
  if (!groups) throw spot.error({ reason: "no-move", found: word });
  const { landing, mark, at, first, second, loop } = groups;
  const names = [landing ?? at, first, second].filter((name) => name !== undefined);
  return {
    squares: names.map((name) => name.toLowerCase()),
    isCollapse: first === undefined,
    mark: mark?.toUpperCase() ?? null,
    closesLoop: loop !== undefined,
    spot,
  };
}

/** A placement that was made, not read; one name for a whole mark. */
export function placementToken(squares: readonly string[], closesLoop: boolean): Token {
  return { squares, isCollapse: false, mark: null, closesLoop, spot: NOWHERE };
}

/** A collapse that was made, not read. */
export function collapseToken(square: string): Token {
  return { squares: [square], isCollapse: true, mark: null, closesLoop: false, spot: NOWHERE };
}

/** The form that records use (N10). */
export function tokenText({ squares, isCollapse, mark, closesLoop }: Token): string {
  if (isCollapse) return `${mark ?? ""}@${squares[0]}`;
  const hyphen = new Set(squares).size === 1 ? "" : "-";
  return squares.join(hyphen) + (closesLoop ? "~" : "");
}
