/** Parse moves without a board (spec/notation.md, N7 to N13). */

import { NOWHERE, Spot, checkSize } from "./errors";

/** Maximum length of a move list, position string or Goff's string, in characters (N4). */
export const MAX_TEXT = 65_536;

/** Unicode white space (N2), which differs from `\s`, for a class of a regular expression. */
export const SPACE =
  "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

const ANY = new RegExp(`[${SPACE}]`);

/** The text without surrounding white space, and where it begins. */
export function stripped(text: string, space = ANY): { word: string; begin: number } {
  const isSpace = (at: number): boolean => space.test(text.charAt(at));
  let [begin, end] = [0, text.length];
  while (begin < end && isSpace(begin)) begin++;
  while (begin < end && isSpace(end - 1)) end--;
  return { word: text.slice(begin, end), begin };
}

/** A square's name on some board, as a regular expression (N6). */
export const NAME = "(?:[1-9]|[a-z][1-9][0-9]*)";

/** An unchecked move; squares are names in lower case. */
export interface Token {
  /** Two for a pair, one or the same twice for a classical mark, one for a collapse. */
  readonly squares: readonly string[];
  readonly isCollapse: boolean;
  /** The named mark of the loop (`X1`), if it is not the closing one. */
  readonly mark: string | null;
  /** Whether the placement is marked `~` (closes a loop). */
  readonly closesLoop: boolean;
  readonly spot: Spot;
}

const WORD = new RegExp(`[^${SPACE},]+`, "g");
const TOKEN = new RegExp(
  `^(?:@(?<landing>${NAME})|(?<mark>[xo][1-9][0-9]{0,2})@(?<at>${NAME})` +
    `|(?<first>${NAME})(?:-?(?<second>${NAME}))?(?<loop>~)?)$`,
  "i",
);

/** The moves in a text from `start`, separated by white space or commas. */
export function readTokens(text: string, start = 0): Token[] {
  checkSize(text, MAX_TEXT);
  return [...text.slice(start).matchAll(WORD)].map((word) =>
    tokenAt(new Spot(text, start + word.index), word[0]),
  );
}

/** Parse a single token. Throws `NotationError` if it is not a move. */
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

/** A generated placement; one name for a classical mark. */
export function placementToken(squares: readonly string[], closesLoop: boolean): Token {
  return { squares, isCollapse: false, mark: null, closesLoop, spot: NOWHERE };
}

/** A generated collapse. */
export function collapseToken(square: string): Token {
  return { squares: [square], isCollapse: true, mark: null, closesLoop: false, spot: NOWHERE };
}

/** In record notation (N10). */
export function tokenText({ squares, isCollapse, mark, closesLoop }: Token): string {
  if (isCollapse) return `${mark ?? ""}@${squares[0]}`;
  const hyphen = new Set(squares).size === 1 ? "" : "-";
  return squares.join(hyphen) + (closesLoop ? "~" : "");
}
