/** Errors in pasted, opened or typed text. */

import { en as core } from "../en";

const tokenNames = {
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

export type TokenName = keyof typeof tokenNames;

const illegalMoves = {
  ...core.illegalMoves,
  "not-loop-mark": "That mark is not on the loop, or cannot land on that square.",
};

interface Details {
  readonly length: number;
  readonly limit: number;
  readonly number: number;
  readonly rows: number;
  readonly cols: number;
  readonly found: string;
  readonly mark: string;
  readonly move: string;
  readonly first: string;
  readonly last: string;
  readonly expected: string;
  readonly stated: string;
  readonly name: string;
  readonly termination: string;
  readonly result: string;
  readonly decider: string;
  readonly character: string;
  readonly position: string;
  readonly marks: readonly string[];
  readonly illegalReason: keyof typeof illegalMoves;
}
/** The details of a message. */
type Of<Key extends keyof Details> = Pick<Details, Key>;

const MAX_QUOTED_CHARS = 24;

/** In quotes, shortened. */
function quoted(text: string): string {
  const characters = [...text];
  return `“${characters.length > MAX_QUOTED_CHARS ? `${characters.slice(0, MAX_QUOTED_CHARS - 1).join("")}…` : text}”`;
}

const errors = {
  "too-long": ({ length, limit }: Of<"length" | "limit">) =>
    `the text has ${length.toLocaleString("en")} characters; at most ${limit.toLocaleString("en")} are read`,
  "no-move": ({ found }: Of<"found">) =>
    `${quoted(found)} is not a move; a placement is written 12 or a1-b2, a collapse @5 or X1@2`,
  "no-place": ({ found, mark }: Of<"found" | "mark">) =>
    `${quoted(found)} is not a place for ${mark}; a pair is written 12 or a1b2, a landed mark 5 or b2, the empty board -`,
  "no-square": ({
    found,
    rows,
    cols,
    first,
    last,
  }: Of<"found" | "rows" | "cols" | "first" | "last">) =>
    `there is no square ${quoted(found)} on this ${rows}×${cols} board; its squares are ${first} to ${last}`,
  "no-mark": ({ found, number, expected }: Of<"found" | "number" | "expected">) =>
    `there is no mark ${found}; mark ${number} is ${expected}`,
  "same-square": ({ mark }: Of<"mark">) =>
    `${mark} has the same square twice; a landed mark has one square`,
  "no-loop-closed": ({ move }: Of<"move">) => `${move} does not close a loop; remove the ~`,
  "illegal-move": ({ move, illegalReason }: Of<"move" | "illegalReason">) =>
    `${move} is not legal here. ${illegalMoves[illegalReason]}`,
  "illegal-position": () => "no game under these rules reaches this position",
  "open-comment": () => "this comment is not closed: } is missing",
  "open-variation": () => "this variation is not closed: ) is missing",
  "no-tag": () => 'a tag pair is written [Name "value"]',
  "no-open-brace": () => "this } has no opening {",
  "no-open-bracket": () => "this ] has no opening [",
  "no-open-parenthesis": () => "this ) has no opening (",
  "no-escape": ({ found }: Of<"found">) =>
    `${quoted(found)} is not an escape sequence; a backslash is written \\\\`,
  "no-result": () => "the game has no result; end it with *, or with points such as 1-0.5",
  "two-results": ({ stated, found }: Of<"stated" | "found">) =>
    `the tag Result says ${quoted(stated)}, but the game ends with ${found}`,
  "result-in-variation": () => "the result is inside a variation: ) is missing",
  "tag-after-moves": () => "tag pairs precede the moves; is the game's result missing?",
  "tag-twice": ({ name }: Of<"name">) => `the tag ${name} appears twice`,
  "variation-of-nothing": () => "a variation replaces the move before it, but there is none",
  "empty-variation": () => "this variation is empty",
  "number-alone": ({ number }: Of<"number">) => `no move follows the number ${number}`,
  "number-of-collapse": () => "a collapse has no number; numbers count marks",
  "wrong-number": ({ expected, found }: { expected: number; found: number }) =>
    `the next mark is number ${expected}, not ${found}`,
  "played-already": ({ move }: Of<"move">) =>
    `this position already has the move ${move}; continue after that one`,
  "no-rules": ({ found }: Of<"found">) => `the rules ${quoted(found)} cannot be played here`,
  "wrong-result": ({ expected, found }: Of<"expected" | "found">) =>
    `the result on the board is ${expected}, not ${quoted(found)}`,
  "wrong-termination": ({ expected, found }: Of<"expected" | "found">) =>
    `the game ended on the board (${expected}), not by ${quoted(found)}`,
  "not-over": ({ termination }: Of<"termination">) =>
    `the game is not over, so the tag Termination cannot be ${quoted(termination)}`,
  "no-termination": ({ result }: Of<"result">) =>
    `the game is not over, so its result is *; if it ended ${result} by resignation or agreement, add the tag Termination`,
  expected: ({ expected, found }: { expected: TokenName; found: string }) =>
    `expected ${tokenNames[expected]}, not ${found ? quoted(found) : "the end"}`,
  "wrong-mark": ({ expected, found }: Of<"expected" | "found">) =>
    `the next mark is ${expected}, not ${found}`,
  "closes-no-loop": ({ mark, stated }: Of<"mark" | "stated">) =>
    `${mark} does not close a loop; remove ${stated}`,
  "wrong-loop": ({ expected, stated }: Of<"expected" | "stated">) =>
    `the loop and its stems are ${expected}, not ${stated}`,
  "wrong-decider": ({
    decider,
    mark,
    expected,
    found,
  }: Of<"decider" | "mark" | "expected" | "found">) =>
    `${decider} decides the loop of ${mark}: expected ${expected}, not ${found}`,
  "not-landing": ({ mark }: Of<"mark">) =>
    `${mark} does not land in this collapse, or is listed already`,
  "lands-elsewhere": ({ mark, expected, found }: Of<"mark" | "expected" | "found">) =>
    `${mark} lands on ${expected}, not on ${found}`,
  "landing-missing": ({ marks }: Of<"marks">) =>
    `the list of landed marks is missing ${marks.join(", ")}`,
  "goff-board": ({ rows, cols }: Of<"rows" | "cols">) =>
    `Goff's string is for 3×3 boards, not for ${rows}×${cols}`,
  "goff-classical": () => "Goff's string is for quantum marks, not for marks=classical",
  "goff-chance": () =>
    "Goff's string names the player who decides a collapse, but here chooser=chance",
  "file-too-long": ({ limit }: Of<"limit">) =>
    `more than ${limit} KiB: split the games into several files`,
  "file-empty": () => "the file is empty: its contents are lost; use another copy",
  damaged: () =>
    "the file is damaged: repair it with qttt convert; if you edited it by hand, delete every line that starts with % to accept it as it stands",
  "no-text": ({ character }: Of<"character">) =>
    `this is not text: it contains the character ${quoted(character)}`,
  "no-utf8": () => "this is not text in UTF-8; save it as UTF-8",
  "tag-name": ({ found }: Of<"found">) =>
    `${quoted(found)} is not a tag name; use letters, digits and _, with a letter first`,
  "result-name": ({ found }: Of<"found">) => `${quoted(found)} is not a game result`,
  "no-history": ({ position }: Of<"position">) => `Goff's string needs the history of ${position}`,
};

export const en = {
  where: (line: number, column: number) => `line ${line}, column ${column}`,
  errors,
};

export type NotationMessages = typeof en;
