/** Errors in pasted, opened or typed text. */

import type { Complaints, Reason, RefusalInText, Wanted } from "../../notation/errors";
import { en as core } from "../en";

export type ReasonTexts = { readonly [R in Reason]: (details: Complaints[R]) => string };

const wanted: Record<Wanted, string> = {
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

const refusals: Record<RefusalInText, string> = {
  ...core.refusals,
  "not-loop-mark": "That mark is not on the loop, or cannot land on that square.",
};

const MOST = 24;

/** In quotes, shortened. */
function quoted(text: string): string {
  const characters = [...text];
  return `“${characters.length > MOST ? `${characters.slice(0, MOST - 1).join("")}…` : text}”`;
}

const complaints: ReasonTexts = {
  "too-long": ({ length, limit }) =>
    `the text has ${length.toLocaleString("en")} characters; at most ${limit.toLocaleString("en")} are read`,
  "no-move": ({ found }) =>
    `${quoted(found)} is not a move; a placement is written 12 or a1-b2, a collapse @5 or X1@2`,
  "no-place": ({ found, mark }) =>
    `${quoted(found)} is not a place for ${mark}; a pair is written 12 or a1b2, a classical mark 5 or b2, the empty board -`,
  "no-square": ({ found, rows, cols, first, last }) =>
    `there is no square ${quoted(found)} on this ${rows}×${cols} board; its squares are ${first} to ${last}`,
  "no-mark": ({ found, number, due }) => `there is no mark ${found}; mark ${number} is ${due}`,
  "same-square": ({ mark }) => `${mark} names one square twice; write a classical mark with one name`,
  "no-loop-closed": ({ move }) => `${move} closes no loop; remove the ~`,
  "illegal-move": ({ move, refusal }) => `${move} is not legal here. ${refusals[refusal]}`,
  "illegal-position": () => "no game under these rules reaches this position",
  "open-comment": () => "this comment is not closed; a } is missing",
  "open-variation": () => "this variation is not closed; a ) is missing",
  "no-tag": () => 'a tag pair is written [Name "value"]',
  "no-open-brace": () => "there is no { before this }",
  "no-open-bracket": () => "there is no [ before this ]",
  "no-open-parenthesis": () => "there is no ( before this )",
  "no-escape": ({ found }) => `${quoted(found)} is not an escape; write a backslash itself as \\\\`,
  "no-result": () => "the game has no result; end it with *, or with points such as 1-0.5",
  "two-results": ({ stated, found }) =>
    `the tag Result says ${quoted(stated)}, but the game ends with ${found}`,
  "result-in-variation": () => "a result ends the game, but a variation is still open; a ) is missing",
  "tag-after-moves": () => "tag pairs must precede the moves; is the last result missing?",
  "tag-twice": ({ name }) => `duplicate tag ${name}`,
  "variation-of-nothing": () => "a variation replaces the move before it, but there is none",
  "empty-variation": () => "this variation has no move",
  "number-alone": ({ number }) => `no move follows the number ${number}`,
  "number-of-collapse": () => "a collapse has no number; the number is that of a mark",
  "wrong-number": ({ due, found }) => `the next mark is number ${due}, not ${found}`,
  "played-already": ({ move }) => `${move} is already there; continue after it instead`,
  "no-rules": ({ found }) => `${quoted(found)} are no rules that can be played here`,
  "wrong-result": ({ due, found }) => `the result is ${due} on the board, not ${quoted(found)}`,
  "wrong-termination": ({ due, found }) =>
    `the board ended the game (${due}), not ${quoted(found)}`,
  "not-over": ({ termination }) =>
    `the game goes on, so the tag Termination cannot say ${quoted(termination)}`,
  "no-termination": ({ result }) =>
    `the game goes on, so its result is *; if it ended with ${result} by resignation or agreement, the tag Termination must say so`,
  wanted: ({ wanted: sign, found }) =>
    `${wanted[sign]} is expected here, not ${found ? quoted(found) : "the end"}`,
  "wrong-mark": ({ due, found }) => `the next mark is ${due}, not ${found}`,
  "closes-no-loop": ({ mark, stated }) => `${mark} closes no loop, so no ${stated} follows it`,
  "wrong-loop": ({ due, stated }) => `the loop and its stems are ${due}, not ${stated}`,
  "wrong-decider": ({ decider, mark, due, found }) =>
    `${decider} decides the loop of ${mark}: ${due} is expected here, not ${found}`,
  "settles-not": ({ mark }) => `${mark} does not land in this collapse, or is already listed`,
  "settles-elsewhere": ({ mark, due, found }) => `${mark} lands on ${due}, not on ${found}`,
  "settled-missing": ({ marks }) => `the list of landed marks lacks ${marks.join(", ")}`,
  "goff-board": ({ rows, cols }) => `Goff's string is for 3×3 boards, not for ${rows}×${cols}`,
  "goff-classical": () => "Goff's string is for quantum marks, not for marks=classical",
  "goff-chance": () =>
    "Goff's string names the player who decides a collapse, but here chooser=chance",
  "file-too-long": ({ limit }) => `more than ${limit} KiB: split the games into several files`,
  "file-empty": () => "the file is empty: its content is lost; use another copy",
  "beyond-repair": () =>
    "the text does not fit its checksum and is damaged beyond repair, unless it was edited by hand: then delete every line that starts with % to accept it as it stands",
  "no-text": ({ character }) => `this is not text: it contains the character ${quoted(character)}`,
  "no-utf8": () => "this is not text in UTF-8; save it as UTF-8",
  "half-character": () =>
    "the text cannot be saved: it has half of a surrogate pair; remove it",
  "tag-name": ({ found }) =>
    `invalid tag name ${quoted(found)}: write letters, digits and _, a letter first`,
  "result-name": ({ found }) => `unknown result ${quoted(found)}`,
  "no-history": ({ position }) => `Goff's string needs the history of ${position}`,
};

export const en = {
  where: (line: number, column: number) => `line ${line}, column ${column}`,
  complaints,
};
