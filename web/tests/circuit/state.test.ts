/** States are the same as Python's, and their probabilities equal the kernel's odds. */

import { expect, test } from "vitest";

import {
  type Factor,
  type Term,
  amplitudeText,
  factorText,
  factorsOf,
} from "../../src/circuit/circuit";
import { type Rules, parseRules } from "../../src/kernel/rules";
import { quantumMarks } from "../../src/kernel/types";
import { squareOdds } from "../../src/screens/panels/odds";
import { wasmKernel } from "../kernel/ports";
import { rowsOf, surveyOf, wireName } from "./rows";

const kernel = await wasmKernel();
const rows = rowsOf("states");

function factorLine(factor: Factor, rules: Rules): string {
  const names = factor.wires.map((wire) => wireName(wire, rules)).join(" ");
  return `${factor.kind} ${names} = ${factorText(factor)}`;
}

/** Probability of the terms that satisfy a condition. */
function likely({ terms }: Factor, isMeant: (term: Term) => boolean): number {
  return terms.filter(isMeant).length / terms.length;
}

test("there are factors of all kinds, on every board", () => {
  expect(rows.length).toBeGreaterThan(100);
  for (const kind of ["GHZ", "basis", "W"]) {
    expect(rows.filter(([, , states]) => states.includes(`${kind} `)).length).toBeGreaterThan(50);
  }
});

test.each(rows)("%s: %s", (...row) => {
  const [words, , states] = row;
  const found = factorsOf(surveyOf(row)).map((factor) => factorLine(factor, parseRules(words)));
  expect(found.join(" | ")).toBe(states.replaceAll("⟩", ">"));
});

test("probabilities equal the kernel's odds", () => {
  for (const row of rows) {
    const survey = surveyOf(row);
    const { odds } = kernel.ensemble(parseRules(row[0]), survey.places, 0, 0);
    const squares = squareOdds(odds, quantumMarks(survey.places));
    for (const factor of factorsOf(survey)) {
      for (const { empty } of factor.kind === "W" ? factor.terms : []) {
        const nothing = squares.find(({ square }) => square === empty)?.nothing;
        const share = likely(factor, (term) => term.empty === empty);
        expect(share).toBeCloseTo((nothing?.numerator ?? 0) / (nothing?.denominator ?? 1));
      }
      for (const { mark, square } of factor.terms.flatMap(({ landings }) => landings)) {
        const landing = odds[mark - 1]?.find((each) => each.square === square);
        const share = likely(factor, ({ landings }) =>
          landings.some((each) => each.mark === mark && each.square === square),
        );
        expect(share).toBeCloseTo((landing?.numerator ?? 0) / (landing?.denominator ?? 1));
      }
    }
  }
});

test("irrational amplitudes are written as roots", () => {
  expect([1, 2, 3, 4, 9, 25].map(amplitudeText)).toEqual([
    "1",
    "1/√2",
    "1/√3",
    "1/2",
    "1/3",
    "1/5",
  ]);
});

test("a long state is shortened to its first and last terms", () => {
  const [factor] = factorsOf(surveyOf(["goff", "12 23 34 45", ""]));
  expect(factor && factorText(factor, 4)).toBe("1/√5 (|10000> + |01000> + … + |00001>)");
  expect(factor && factorText(factor, 5)).toContain("|00100>");
});
