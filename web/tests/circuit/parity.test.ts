/** The parity game is the same as Python's: who changes answers, what is measured, who wins. */

import { expect, test } from "vitest";

import {
  type Bit,
  type Plan,
  answersOf,
  isFlipped,
  isPlayable,
  isWon,
  measured,
  mostWon,
  questionsFor,
  wonBy,
} from "../../src/circuit/parity";
import { type Factor, factorsOf } from "../../src/circuit/circuit";
import { parseRules } from "../../src/kernel/rules";
import { type Row, rowsOf, surveyOf, wireName } from "./rows";

const rows = rowsOf("parity") as unknown as [
  ...Row,
  flips: string,
  results: string,
  best: string,
][];

/** All sequences of `count` bits. */
function bits(count: number): Bit[][] {
  return Array.from({ length: 2 ** count }, (_, n) =>
    Array.from({ length: count }, (_, i) => ((n >> i) & 1) as Bit),
  );
}

test("loops of three, four and five marks are played", () => {
  expect(new Set(rows.map(([, , players]) => players.split(" ").length))).toEqual(
    new Set([3, 4, 5]),
  );
});

test.each(rows)("%s: %s", (rules, moves, players, flips, results, best) => {
  const loop = factorsOf(surveyOf([rules, moves, ""]))[0] as Factor;
  const names = loop.wires.map((wire) => wireName(wire, parseRules(rules)));
  expect(names.join(" ")).toBe(players);
  expect(names.filter((_, i) => isFlipped(loop, i)).join(" ") || "-").toBe(flips);
  const found = questionsFor(names.length).map((question) => {
    const parities = bits(names.length).map((coins) => {
      const shown = measured(loop, question, () => coins.pop() as Bit);
      expect(isWon(question, answersOf(loop, question, shown))).toBe(true);
      return shown.filter(Boolean).length % 2;
    });
    expect(new Set(parities).size).toBe(1);
    return `${question.map((asked) => "xy"[asked]).join("")}:${parities[0]}`;
  });
  expect(found.join(" ")).toBe(results);
  expect(mostWon(names.length)).toBe(Number(best));
});

test("plans win three of four questions at best", () => {
  const every = bits(6).map((chosen) =>
    [0, 2, 4].map((i): Plan => [chosen[i] as Bit, chosen[i + 1] as Bit]),
  );
  expect(new Set(every.map(wonBy))).toEqual(new Set([1, mostWon(3)]));
});

test.each([
  [2, false],
  [3, true],
  [12, true],
  [13, false],
])("a loop of %i marks is played: %s", (marks, isPlayed) => {
  const wires = Array.from({ length: marks }, (_, i) => ({ kind: "square", square: i }) as const);
  expect(isPlayable({ kind: "GHZ", wires, terms: [] })).toBe(isPlayed);
});
