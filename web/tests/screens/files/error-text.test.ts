import { expect, test } from "vitest";

import { readLink } from "../../../src/analysis/link";
import { NoGameError, openText } from "../../../src/analysis/open";
import { TypedMovesError } from "../../../src/analysis/typed-moves";
import { IllegalMoveError, KernelError } from "../../../src/kernel/errors";
import { parseRules } from "../../../src/kernel/rules";
import { decodeFile } from "../../../src/notation/read";
import { fileName } from "../../../src/screens/files/files";
import { errorText } from "../../../src/screens/files/error-text";
import { startedKernel } from "../../kernel/ports";
import { en as core } from "../../messages";
import "../context";

const kernel = await startedKernel();

/** The message of the thrown error. */
async function errorOf(action: () => unknown): Promise<string> {
  try {
    await action();
  } catch (error) {
    return errorText(error);
  }
  throw new RangeError("nothing went wrong");
}

test.each([
  ["onlyOne", "Type one move at a time against the computer."],
  ["onlyMoves", "You can only type moves in a game. Use Analysis to set up a position."],
  ["notYours", "It is not your turn."],
] as const)("%s", (reason, text) => {
  expect(errorText(new TypedMovesError(reason))).toBe(text);
});

test.each([
  ["12 2x", /^Line 1, column 4: “2x” is not a move; .*\.$/],
  ["12 12\n34", /^Line 2, column 1: 34 is not legal here\. Collapse the loop first\.$/],
  ["1/1", /^Line 1, column 1: no game .* reaches this position\.$/],
  ["12 23\n[Event 1]", /^Line 2, column 1: /],
])("the text %j", async (text, expected) => {
  expect(await errorOf(() => openText(kernel, text, parseRules("goff")))).toMatch(expected);
});

test("files that are not text", async () => {
  expect(await errorOf(() => decodeFile(new Uint8Array()))).toMatch(/^The file is empty/);
  expect(await errorOf(() => decodeFile(Uint8Array.of(0, 1, 2)))).toMatch(/^This is not text/);
});

test("invalid rules and errors of the kernel", async () => {
  expect(await errorOf(() => readLink("chess/e4"))).toBe("These rules cannot be played.");
  expect(errorText(new IllegalMoveError("no-loop"))).toBe(core.illegalMoves["no-loop"]);
  expect(errorText(new KernelError("memory", ""))).toBe(core.failures.memory);
});

test("a text without a game", () => {
  expect(errorText(new NoGameError("none"))).toBe("No game found in this text.");
});

test("unexpected errors are rethrown", () => {
  expect(() => errorText(new TypeError("oops"))).toThrow("oops");
});

test.each([
  ["Goff’s rules: 12/25", ".qtn", "Goff-s-rules-12-25.qtn"],
  ["παρτίδα 1", ".svg", "παρτίδα-1.svg"],
  ["game.QTN", ".qtn", "game.QTN"],
  ["../../etc", ".qtn", "etc.qtn"],
  ["", ".png", "qttt.png"],
])("a file name for %j", (name, ending, file) => {
  expect(fileName(name, ending)).toBe(file);
});
