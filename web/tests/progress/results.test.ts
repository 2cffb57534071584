/** Results against the computer, and the level that they suggest. */

import { expect, test } from "vitest";

import { type Level } from "../../src/play/levels";
import { singlePlayer, twoPlayers } from "../../src/play/setup";
import {
  type Results,
  resultOf,
  resultsByRules,
  saveResult,
  savedResults,
  suggestedLevel,
  withResult,
} from "../../src/progress/results";
import { persistedData } from "../../src/settings/device-data";
import { memory, tabWith } from "../settings/memory";

const NONE: Results = { version: 1, levels: [], elsewhere: [], counted: [] };

/** Games that X won against these levels. */
function won(...levels: readonly Level[]): Results {
  return levels.reduce(
    (results, level, id) => withResult(results, id, singlePlayer("goff", "X", level), "X"),
    NONE,
  );
}

test("results are those of the person, on either side", () => {
  const played = [
    ["X", "X"],
    ["O", "X"],
    ["O", null],
    ["O", "O"],
  ] as const;
  const results = played.reduce<Results>(
    (before, [marks, winner], id) =>
      withResult(before, id, singlePlayer("goff", marks, "easy"), winner),
    NONE,
  );
  expect(resultOf(results, "goff", "easy")).toMatchObject({ won: 2, drawn: 1, lost: 1 });
});

test("a game counts once, and only with one person", () => {
  const results = won("easy");
  expect(withResult(results, 0, singlePlayer("goff", "X", "easy"), "X")).toBe(results);
  expect(withResult(results, 1, twoPlayers("goff"), "X")).toBe(results);
});

test("three wins suggest the next level, until that is beaten too", () => {
  const suggested = (results: Results, level: Level = "medium"): Level | null =>
    suggestedLevel(results, singlePlayer("goff", "O", level));
  const medium = ["medium", "medium", "medium"] as const;
  expect(suggested(won("medium", "medium"))).toBeNull();
  expect(suggested(won(...medium))).toBe("hard");
  expect(suggested(won(...medium, "hard", "hard"))).toBe("hard");
  expect(suggested(won(...medium, "hard", "hard", "hard"))).toBeNull();
  expect(suggested(won("optimal", "optimal", "optimal"), "optimal")).toBeNull();
  expect(suggestedLevel(won(...medium), singlePlayer("qubic4", "X", "medium"))).toBeNull();
});

test("boards and rules are apart, and levels rise", () => {
  const small = won("medium", "easy");
  const results = withResult(small, 9, singlePlayer("krist rows=5 cols=5", "X", "easy"), null);
  const names = resultsByRules(results).map((group) =>
    group.map(({ rules, level }) => `${rules} ${level}`),
  );
  expect(names).toEqual([["goff easy", "goff medium"], ["krist rows=5 cols=5 easy"]]);
});

test("results are saved", () => {
  const storage = memory();
  saveResult(1, singlePlayer("goff", "X", "hard"), null, tabWith(storage));
  saveResult(2, singlePlayer("goff", "X", "hard"), "O", tabWith(storage));
  expect(resultOf(savedResults(tabWith(storage)).value, "goff", "hard")).toMatchObject({
    ...{ won: 0, drawn: 1, lost: 1 },
  });
});

const RESULT = { rules: "goff", level: "easy", won: 1, drawn: 0, lost: 0 };

test.each([{ level: "wise" }, { won: -1 }, { rules: "chess" }])(
  "a damaged result costs itself alone: %j",
  (wrong) => {
    const damaged = { ...RESULT, ...wrong };
    const saved = { version: 1, counted: [], levels: [damaged, RESULT] };
    const storage = memory({ "qttt.results": JSON.stringify(saved) });
    const tab = tabWith(storage);
    expect([savedResults(tab).value.levels, tab.problem]).toEqual([[RESULT], "setAside"]);
    expect(persistedData(tab).broken).toEqual({
      "results.broken": JSON.stringify({ levels: [damaged] }),
    });
  },
);

test("results against levels of the thesis are dropped without a notice", () => {
  const levels = [{ ...RESULT, level: "thesis-easy" }, RESULT];
  const saved = { version: 1, counted: [], levels };
  const tab = tabWith(memory({ "qttt.results": JSON.stringify(saved) }));
  expect([savedResults(tab).value.levels, tab.problem]).toEqual([[RESULT], null]);
});
