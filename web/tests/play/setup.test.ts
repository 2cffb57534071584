import { expect, test } from "vitest";

import { parseRules } from "../../src/kernel/rules";
import { type Level, LEVELS, levelsFor, strongerLevel } from "../../src/play/levels";
import { parseSetup } from "../../src/play/saved-games";
import {
  type Marks,
  DEFAULT,
  drawn,
  marksOf,
  nearestLevel,
  twoPlayers,
  peopleOf,
  singlePlayer,
} from "../../src/play/setup";
import { fixedChance } from "./chance";

const BOARDS = ["goff", "qubic4", "krist rows=8 cols=8", "classic3", "classic4"];

test("the default is the first level above Random", () => {
  expect(DEFAULT).toEqual({ rules: "goff", seats: { X: "human", O: "easy" } });
});

test.each(BOARDS)("%s has a nearest level for every level", (words) => {
  const rules = parseRules(words);
  for (const level of LEVELS) expect(levelsFor(rules)).toContain(nearestLevel(rules, level));
});

test.each<[Level, string, Level]>([
  ["optimal", "qubic4", "best"],
  ["best", "goff", "optimal"],
  ["eval-intermediate", "goff", "medium"],
])("%s is on %s: %s", (level, words, nearest) => {
  expect(nearestLevel(parseRules(words), level)).toBe(nearest);
});

test.each([
  ["easy", "medium"],
  ["hard", "expert"],
  ["expert", "optimal"],
  ["optimal", undefined],
  ["eval-easy", "eval-intermediate"],
  ["eval-difficult", undefined],
] as const)("the next level after %s is %s", (level, next) => {
  expect(strongerLevel(parseRules("classic3"), level)).toBe(next);
});

test("a person has the chosen marks or random ones", () => {
  const seat = (marks: Marks, below: 0 | 1) =>
    peopleOf(drawn(singlePlayer("goff", marks, "easy"), { ...fixedChance(), below: () => below }));
  expect([seat("X", 1), seat("O", 1)]).toEqual([["X"], ["O"]]);
  expect([seat("lot", 0), seat("lot", 1)]).toEqual([["X"], ["O"]]);
  expect(marksOf(singlePlayer("goff", "lot", "easy"))).toBe("lot");
});

test("two people need no level", () => {
  expect(peopleOf(twoPlayers("krist"))).toEqual(["X", "O"]);
});

test.each([
  DEFAULT,
  { rules: "goff", seats: { X: "medium", O: "human" } },
  { rules: "classic4", seats: { X: "human", O: "eval-difficult" }, lot: true },
  { rules: "goff", seats: { X: "human", O: "human" }, swapped: true },
  { ...twoPlayers("goff"), names: { X: "Anna", O: "" } },
])("%j is parsed unchanged", (setup) => {
  expect(parseSetup(JSON.parse(JSON.stringify(setup)))).toEqual(setup);
});
