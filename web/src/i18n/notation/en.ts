/** Errors in pasted, opened or typed text. */

import type {
  ErrorDetailsByReason,
  IllegalReasonInText,
  Reason,
  Expected,
} from "../../notation/errors";
import { en as core } from "../en";

export type ReasonTexts = { readonly [R in Reason]: (details: ErrorDetailsByReason[R]) => string };

const tokenNames: Record<Expected, string> = {
  mark: "a mark (X1, O2 …)",
  "plus or at": "+ or @",
  "(": "(",
  ")": ")",
  "!": "!",
  comma: "a comma",
  semicolon: "a semicolon",
  square: "a square (1 to 9)",
  loop: "a loop such as [23|1]",
};

const illegalMoves: Record<IllegalReasonInText, string> = {
  ...core.illegalMoves,
  "not-loop-mark": "That mark is not on the loop, or cannot land on that square.",
};

const MAX_QUOTED_CHARS = 24;

/** In quotes, shortened. */
function quoted(text: string): string {
  const characters = [...text];
  return `“${characters.length > MAX_QUOTED_CHARS ? `${characters.slice(0, MAX_QUOTED_CHARS - 1).join("")}…` : text}”`;
}

const errors: ReasonTexts = {
  "too-long": ({ length, limit }) =>
    `the text has ${length.toLocaleString("en")} characters; at most ${limit.toLocaleString("en")} are read`,
  "no-move": ({ found }) =>
    `${quoted(found)} is not a move; a placement is written 12 or a1-b2, a collapse @5 or X1@2`,
  "no-place": ({ found, mark }) =>
    `${quoted(found)} is not a place for ${mark}; a pair is written 12 or a1b2, a landed mark 5 or b2, the empty board -`,
  "no-square": ({ found, rows, cols, first, last }) =>
    `there is no square ${quoted(found)} on this ${rows}×${cols} board; its squares are ${first} to ${last}`,
  "no-mark": ({ found, number, expected }) =>
    `there is no mark ${found}; mark ${number} is ${expected}`,
  "same-square": ({ mark }) => `${mark} has the same square twice; a landed mark has one square`,
  "no-loop-closed": ({ move }) => `${move} does not close a loop; remove the ~`,
  "illegal-move": ({ move, illegalReason }) =>
    `${move} is not legal here. ${illegalMoves[illegalReason]}`,
  "illegal-position": () => "no game under these rules reaches this position",
  "open-comment": () => "this comment is not closed: } is missing",
  "open-variation": () => "this variation is not closed: ) is missing",
  "no-tag": () => 'a tag pair is written [Name "value"]',
  "no-open-brace": () => "this } has no opening {",
  "no-open-bracket": () => "this ] has no opening [",
  "no-open-parenthesis": () => "this ) has no opening (",
  "no-escape": ({ found }) =>
    `${quoted(found)} is not an escape sequence; a backslash is written \\\\`,
  "no-result": () => "the game has no result; end it with *, or with points such as 1-0.5",
  "two-results": ({ stated, found }) =>
    `the tag Result says ${quoted(stated)}, but the game ends with ${found}`,
  "result-in-variation": () => "the result is inside a variation: ) is missing",
  "tag-after-moves": () => "tag pairs precede the moves; is the game's result missing?",
  "tag-twice": ({ name }) => `the tag ${name} appears twice`,
  "variation-of-nothing": () => "a variation replaces the move before it, but there is none",
  "empty-variation": () => "this variation is empty",
  "number-alone": ({ number }) => `no move follows the number ${number}`,
  "number-of-collapse": () => "a collapse has no number; numbers count marks",
  "wrong-number": ({ expected, found }) => `the next mark is number ${expected}, not ${found}`,
  "played-already": ({ move }) =>
    `this position already has the move ${move}; continue after that one`,
  "no-rules": ({ found }) => `the rules ${quoted(found)} cannot be played here`,
  "wrong-result": ({ expected, found }) =>
    `the result on the board is ${expected}, not ${quoted(found)}`,
  "wrong-termination": ({ expected, found }) =>
    `the game ended on the board (${expected}), not by ${quoted(found)}`,
  "not-over": ({ termination }) =>
    `the game is not over, so the tag Termination cannot be ${quoted(termination)}`,
  "no-termination": ({ result }) =>
    `the game is not over, so its result is *; if it ended ${result} by resignation or agreement, add the tag Termination`,
  expected: ({ expected, found }) =>
    `expected ${tokenNames[expected]}, not ${found ? quoted(found) : "the end"}`,
  "wrong-mark": ({ expected, found }) => `the next mark is ${expected}, not ${found}`,
  "closes-no-loop": ({ mark, stated }) => `${mark} does not close a loop; remove ${stated}`,
  "wrong-loop": ({ expected, stated }) => `the loop and its stems are ${expected}, not ${stated}`,
  "wrong-decider": ({ decider, mark, expected, found }) =>
    `${decider} decides the loop of ${mark}: expected ${expected}, not ${found}`,
  "not-landing": ({ mark }) => `${mark} does not land in this collapse, or is listed already`,
  "lands-elsewhere": ({ mark, expected, found }) => `${mark} lands on ${expected}, not on ${found}`,
  "landing-missing": ({ marks }) => `the list of landed marks is missing ${marks.join(", ")}`,
  "goff-board": ({ rows, cols }) => `Goff's string is for 3×3 boards, not for ${rows}×${cols}`,
  "goff-classical": () => "Goff's string is for quantum marks, not for marks=classical",
  "goff-chance": () =>
    "Goff's string names the player who decides a collapse, but here chooser=chance",
  "file-too-long": ({ limit }) => `more than ${limit} KiB: split the games into several files`,
  "file-empty": () => "the file is empty: its contents are lost; use another copy",
  damaged: () =>
    "the file is damaged: repair it with qttt convert; if you edited it by hand, delete every line that starts with % to accept it as it stands",
  "no-text": ({ character }) => `this is not text: it contains the character ${quoted(character)}`,
  "no-utf8": () => "this is not text in UTF-8; save it as UTF-8",
  "tag-name": ({ found }) =>
    `${quoted(found)} is not a tag name; use letters, digits and _, with a letter first`,
  "result-name": ({ found }) => `${quoted(found)} is not a game result`,
  "no-history": ({ position }) => `Goff's string needs the history of ${position}`,
};

export const en = {
  where: (line: number, column: number) => `line ${line}, column ${column}`,
  errors,
};
