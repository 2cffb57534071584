/** Format detection of pasted text, and error messages. */

import { expect, test } from "vitest";

import { el } from "../../src/i18n/notation/el";
import { en } from "../../src/i18n/notation/en";
import { describeComplaint, describeWithLocation } from "../../src/i18n/notation/describe";
import { parseRules } from "../../src/kernel/rules";
import { armour, unarmour } from "../../src/notation/armour";
import {
  type Complaint,
  DamagedError,
  type Reason,
  TextError,
  UnwritableError,
} from "../../src/notation/errors";
import { gameOf } from "../../src/notation/game";
import { toRecord } from "../../src/notation/game-writer";
import { formatGoff } from "../../src/notation/goff";
import { formatPosition } from "../../src/notation/moves";
import { parsePosition } from "../../src/notation/positions";
import { read, readFile } from "../../src/notation/read";
import { readRecords } from "../../src/notation/record-reader";
import { writeRecord } from "../../src/notation/record-writer";
import { replay } from "../../src/notation/replay";
import { referee } from "./referee";

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

test("a file without armour is parsed like a text", () => {
  expect(readFile(new TextEncoder().encode("1. 1-2 *\r\n"))).toMatchObject({ repaired: null });
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
  expect(problem).toMatchObject({ complaint: { reason: "no-move" }, spot: { line: 3, column: 1 } });
  const inLine = problemOf(() => readRecords("{😀} x"));
  expect(inLine).toMatchObject({ spot: { line: 1, column: 5 } });
  expect(inLine instanceof TextError && describeWithLocation(en, inLine)).toMatch(
    /^line 1, column 5: /,
  );
  expect(inLine instanceof TextError && describeWithLocation(el, inLine)).toMatch(
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
const classical = parseRules("classic3");
const first = await kernel.survey({ rules: classical, places: [] });
const content = { tags: new Map<string, string>(), comment: "", children: [], result: "*" };
const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

const WRONG: readonly (readonly [Reason, () => unknown, string])[] = [
  [
    "too-long",
    () => read("12 ".repeat(30_000)),
    "the text has 90,000 characters; at most 65,536 are read",
  ],
  ["file-empty", () => unarmour(bytes()), "use another copy"],
  ["file-too-long", () => unarmour(new Uint8Array(1 << 20)), "more than 256 KiB"],
  ["file-too-long", () => armour("x".repeat(1 << 19)), "split the games into several files"],
  [
    "beyond-repair",
    () => unarmour(new TextEncoder().encode(armour("12").slice(9))),
    "starts with %",
  ],
  ["no-text", () => unarmour(bytes(49, 7)), "this is not text: it contains the character"],
  ["no-utf8", () => unarmour(bytes(49, 0xff)), "save it as UTF-8"],
  ["half-character", () => armour("\ud800"), "half of a surrogate pair"],
  ["no-history", () => formatGoff(GOFF, start, []), "needs the history of 12"],
  ["goff-classical", () => formatGoff(classical, first, []), "not for marks=classical"],
  [
    "tag-name",
    () => writeRecord({ ...content, tags: new Map([["1", ""]]) }),
    "invalid tag name “1”",
  ],
  ["result-name", () => writeRecord({ ...content, result: "3-0" }), "unknown result “3-0”"],
  [
    "two-results",
    () => writeRecord({ ...content, tags: new Map([["Result", "1-0"]]) }),
    "the tag Result says “1-0”, but the game ends with *",
  ],
  [
    "no-termination",
    () => toRecord(gameOf(GOFF, start, []), new Map(), "1-0"),
    "the tag Termination must say so",
  ],
];

test.each(WRONG)("%s", (reason, act, message) => {
  const { complaint } = problemOf(act);
  expect(complaint.reason).toBe(reason);
  expect(describeComplaint(en, complaint)).toContain(message);
});

const ASYNC: readonly (readonly [string, Complaint])[] = [
  ['[Rules "chess"] *', { reason: "no-rules", found: "chess" }],
  ['[Rules "goff rows=4"] *', { reason: "no-rules", found: "goff rows=4" }],
  ['[Position "1/1"] *', { reason: "illegal-position" }],
  ["12 12 13 *", { reason: "illegal-move", move: "13", refusal: "loop-pending" }],
  ["12 12 X1@9 *", { reason: "illegal-move", move: "X1@9", refusal: "not-loop-mark" }],
];

test.each(ASYNC)("%s", async (text, complaint) => {
  const played = replay(kernel, read(text), GOFF);
  await expect(played).rejects.toMatchObject({ complaint });
  expect(describeComplaint(en, complaint)).toMatch(/chess|rows=4|no game|legal here/);
});

test("error messages in Greek use the same terms", () => {
  expect(Object.keys(el.complaints)).toEqual(Object.keys(en.complaints));
  const complaint: Complaint = { reason: "wrong-mark", due: "X3", found: "O2" };
  expect(describeComplaint(el, complaint)).toBe("το επόμενο σύμβολο είναι το X3, όχι το O2");
});
