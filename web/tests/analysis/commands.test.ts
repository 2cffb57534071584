import { describe, expect, test } from "vitest";

import { CommandError, type CommandMistake, parseCommand } from "../../src/analysis/commands";

test.each([
  ["12", { kind: "notation", text: "12" }],
  ["  a1-b2, @3 ", { kind: "notation", text: "a1-b2, @3" }],
  ["12/25 15", { kind: "notation", text: "12/25 15" }],
  ["play 0 0 1 2", { kind: "play", mark: null, squares: [square(0, 0), square(1, 2)] }],
  ["play 0 2", { kind: "play", mark: null, squares: [square(0, 2)] }],
  ["play x1 0 1", { kind: "play", mark: "X1", squares: [square(0, 1)] }],
  ["undo", { kind: "undo", count: 1 }],
  ["Undo 2", { kind: "undo", count: 2 }],
  ["redo 10", { kind: "redo", count: 10 }],
  ["random 3", { kind: "random", count: 3 }],
  ["best", { kind: "hint" }],
  ["hint", { kind: "hint" }],
  ["?", { kind: "help" }],
  ["save my game", { kind: "save", name: "my game" }],
  ["", null],
])("%s", (line, command) => expect(parseCommand(line)).toEqual(command));

describe("invalid commands are reported", () => {
  const cases: [string, CommandMistake][] = [
    ["undoo", { reason: "unknown", word: "undoo", near: "undo" }],
    ["vlaue", { reason: "unknown", word: "vlaue", near: "value" }],
    ["dance", { reason: "unknown", word: "dance", near: null }],
    ["value 3", { reason: "alone", word: "value", rest: "3" }],
    ["undo 0", { reason: "count", word: "undo", found: "0" }],
    ["undo all", { reason: "count", word: "undo", found: "all" }],
    ["play 1", { reason: "squares" }],
    ["play 1 2 3 4 5", { reason: "squares" }],
    ["play 0 b", { reason: "number", found: "b" }],
  ];
  test.each(cases)("%s", (line, mistake) => {
    expect(() => parseCommand(line)).toThrow(CommandError);
    try {
      parseCommand(line);
    } catch (error) {
      expect((error as CommandError).mistake).toEqual(mistake);
    }
  });
});

function square(row: number, col: number) {
  return { row, col };
}
