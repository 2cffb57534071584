/** Format detection of pasted text, and error messages. */

import { expect, test } from "vitest";

import { describeError, describeWithLocation } from "../../src/notation/describe";
import {
  DamagedError,
  type ErrorDetails,
  type Reason,
  TextError,
  UnwritableError,
} from "../../src/notation/errors";
import { parseRules } from "../../src/kernel/rules";
import { decodeFile, read } from "../../src/notation/read";
import { gameOf } from "../../src/notation/game";
import { toRecord, writeRecord } from "../../src/notation/game-writer";
import { formatPosition } from "../../src/notation/moves";
import { parsePosition } from "../../src/notation/moves-reader";
import { readRecords } from "../../src/notation/record-reader";
import { replay } from "../../src/notation/replay";
import { referee } from "./referee";
import { english, greek, en as m } from "../messages";

const el = greek.notation;
const en = english.notation;

const kernel = await referee();
const GOFF = parseRules("goff");

test.each([
  ["", "moves"],
  ["12 23, 13", "moves"],
  ["12 1-1", "moves"],
  ["\ufeff12", "moves"],
  ["-", "position"],
  ["12/23 13", "position"],
  ["X1+(1,2);", "goff"],
  ["12 *", "records"],
  ["1. 12 1-0", "records"],
  ['[Rules "goff"] *', "records"],
  ["{a comment} *", "records"],
  ["; a comment\n*", "records"],
])("%j is %s", (text, kind) => {
  expect(read(text).kind).toBe(kind);
});

test("a position is parsed and written", () => {
  const board = parseRules("krist");
  const places = parsePosition(board, " B2A1/c4 ");
  expect(places).toEqual([
    [0, 5],
    [14, 14],
  ]);
  expect(formatPosition(board, places)).toBe("a1b2/c4");
  expect(formatPosition(board, [])).toBe("-");
});

test("long runs of blanks and escapes are parsed quickly", () => {
  const text = `${"{ } ".repeat(20_000)}{${" ".repeat(200_000)}x${"\\n".repeat(50_000)}} *`;
  expect(readRecords(text)[0]?.comment).toHaveLength(50_001);
});

test("columns are counted in characters; there are three line endings", () => {
  const text = "{😀} 12\r\n{}\r😀";
  const problem = problemOf(() => readRecords(text));
  expect(problem).toMatchObject({ details: { reason: "no-move" }, spot: { line: 3, column: 1 } });
  const inLine = problemOf(() => readRecords("{😀} x"));
  expect(inLine).toMatchObject({ spot: { line: 1, column: 5 } });
  expect(inLine instanceof TextError && describeWithLocation(m, en, inLine)).toMatch(
    /^line 1, column 5: /,
  );
  expect(inLine instanceof TextError && describeWithLocation(m, el, inLine)).toMatch(
    /^γραμμή 1, στήλη 5: /,
  );
});

// --- messages --------------------------------------------------------------------------------

function problemOf(act: () => unknown): TextError | DamagedError | UnwritableError {
  try {
    act();
  } catch (error) {
    if (error instanceof TextError || error instanceof DamagedError) return error;
    if (error instanceof UnwritableError) return error;
    throw error;
  }
  throw new Error("nothing is wrong");
}

const start = await kernel.survey({ rules: GOFF, places: [[0, 1]] });
const content = { tags: new Map<string, string>(), comment: "", children: [], result: "*" };
const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

const WRONG: readonly (readonly [Reason, () => unknown, string])[] = [
  [
    "too-long",
    () => read("12 ".repeat(30_000)),
    "the text has 90,000 characters; at most 65,536 are read",
  ],
  ["file-empty", () => decodeFile(bytes()), "use another copy"],
  [
    "file-too-long",
    () => decodeFile(new Uint8Array(1 << 20)),
    "more than 256 KiB: split the games into several files",
  ],
  ["damaged", () => read("%qttt: …\n12 *\n"), "repair it with qttt convert; if you edited it"],
  ["no-text", () => decodeFile(bytes(49, 7)), "this is not text: it contains the character"],
  ["no-utf8", () => decodeFile(bytes(49, 0xff)), "save it as UTF-8"],
  [
    "tag-name",
    () => writeRecord({ ...content, tags: new Map([["1", ""]]) }),
    "“1” is not a tag name",
  ],
  ["result-name", () => writeRecord({ ...content, result: "3-0" }), "“3-0” is not a game result"],
  [
    "two-results",
    () => writeRecord({ ...content, tags: new Map([["Result", "1-0"]]) }),
    "the tag Result says “1-0”, but the game ends with *",
  ],
  [
    "no-termination",
    () => toRecord(gameOf(GOFF, start, []), new Map(), "1-0"),
    "add the tag Termination",
  ],
];

test.each(WRONG)("%s", (reason, act, message) => {
  const { details } = problemOf(act);
  expect(details.reason).toBe(reason);
  expect(describeError(m, en, details)).toContain(message);
});

const ASYNC: readonly (readonly [string, ErrorDetails])[] = [
  ['[Rules "chess"] *', { reason: "no-rules", found: "chess" }],
  ['[Rules "goff rows=4"] *', { reason: "no-rules", found: "goff rows=4" }],
  ['[Position "1/1"] *', { reason: "illegal-position" }],
  ["12 12 13 *", { reason: "illegal-move", move: "13", illegalReason: "loop-pending" }],
  ["12 12 X1@9 *", { reason: "illegal-move", move: "X1@9", illegalReason: "not-loop-mark" }],
];

test.each(ASYNC)("%s", async (text, details) => {
  const played = replay(kernel, read(text), GOFF);
  await expect(played).rejects.toMatchObject({ details });
  expect(describeError(m, en, details)).toMatch(/chess|rows=4|no game|legal here/);
});

test("error messages in Greek use the same terms", () => {
  expect(Object.keys(el.errors)).toEqual(Object.keys(en.errors));
  const details: ErrorDetails = { reason: "wrong-mark", expected: "X3", found: "O2" };
  expect(describeError(m, el, details)).toBe("το επόμενο σύμβολο είναι το X3, όχι το O2");
});
