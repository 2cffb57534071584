import { describe, expect, test } from "vitest";

import { amountText, certaintyText, scoreText, valueText } from "../../src/analysis/words";
import type { Judgement } from "../../src/analysis/judgement";
import { parseRules } from "../../src/kernel/rules";
import { english, greek } from "../messages";

const el = greek.analysis;
const en = english.analysis;

const GOFF = parseRules("goff");
const COIN = parseRules("qubic4");

function judgement(value: number, changes: Partial<Judgement> = {}): Judgement {
  return {
    ...{ value, margin: 0, simulations: null, evaluator: "none", decider: "X" },
    ...{ moves: [], unknown: [], line: [] },
    ...changes,
  };
}

describe("the meaning of a value", () => {
  test.each([
    [0.5, "X gets half a point more than O if both play perfectly"],
    [-1, "O gets a point more than X if both play perfectly"],
    [0, "X and O get the same if both play perfectly"],
  ])("%s", (value, text) => expect(valueText(en, GOFF, judgement(value))).toBe(text));

  test("of a coin: on average, as a fraction", () => {
    expect(valueText(en, COIN, judgement(-0.1875))).toBe(
      "O gets 3/16 of a point more than X on average if both play perfectly",
    );
  });

  test("of an estimate: about", () => {
    const guess = judgement(0.314, { margin: 0.4, simulations: 12_345 });
    expect(valueText(en, COIN, guess)).toBe(
      "X gets about 0.31 of a point more than O on average if both play perfectly",
    );
    expect(valueText(en, COIN, judgement(0.004, { margin: 0.4 }))).toContain("the same");
  });

  test.each([
    ["none", "judged by random games", "με τυχαία παιχνίδια"],
    ["used", "judged by learned weights", "με εκπαιδευμένα βάρη"],
    [
      "missing",
      "judged by random games, as the learned weights are not loaded",
      "με τυχαία παιχνίδια, επειδή τα εκπαιδευμένα βάρη δεν έχουν φορτωθεί",
    ],
  ] as const)("of an estimate: how it was judged, %s", (evaluator, inEnglish, inGreek) => {
    const guess = { simulations: 12_345, evaluator };
    expect(certaintyText(en, guess)).toBe(`estimated from 12,345 simulations, ${inEnglish}`);
    expect(certaintyText(el, guess)).toBe(`εκτίμηση από 12.345 προσομοιώσεις, ${inGreek}`);
  });

  test("of a finished game: the points", () => {
    expect(valueText(en, GOFF, judgement(1.5, { decider: null }))).toBe(
      "X got a point and a half more than O",
    );
    expect(valueText(en, GOFF, judgement(0, { decider: null }))).toBe("X and O got the same");
  });
});

test("numbers are formatted for the language", () => {
  expect(scoreText(el, -0.314, false)).toBe("−0,31");
  expect(amountText(el, 1.5, true)).toBe("ενάμιση βαθμό");
  expect(amountText(el, 1.299, false)).toBe("περίπου 1,3 βαθμούς");
});

test("an estimate has no insignificant digits", () => {
  expect(amountText(en, 1.004, false)).toBe("about a point");
  expect(amountText(en, 0.5, false)).toBe("about half a point");
  expect(amountText(en, 1.299, false)).toBe("about 1.3 points");
});
