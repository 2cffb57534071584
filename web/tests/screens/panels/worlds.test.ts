import { expect, test } from "vitest";

import { parseRules } from "../../../src/kernel/rules";
import type { Ensemble, Place, Survey } from "../../../src/kernel/types";
import { fractionText, squareOdds } from "../../../src/screens/panels/odds";
import { contradictions, groupsOf } from "../../../src/screens/panels/worlds";
import { wasmKernel } from "../../kernel/ports";

const kernel = await wasmKernel();
const rules = parseRules("goff");

function survey(...places: Place[]): Survey {
  return kernel.survey(rules, places);
}

function ensemble({ places }: Pick<Survey, "places">): Ensemble {
  return kernel.ensemble(rules, places, 0, 64);
}

function impossible(before: Survey, pair: Place): string[] {
  const worlds = contradictions(ensemble(before).worlds, pair);
  return worlds.map((world) => world.map((square) => square + 1).join(""));
}

test("worlds with two marks in one square are contradictions", () => {
  expect(impossible(survey([0, 1]), [1, 4])).toEqual(["22"]);
  expect(impossible(survey([0, 1]), [0, 1])).toEqual(["22", "11"]);
});

test("a mark on both squares of others contradicts a world twice", () => {
  expect(impossible(survey([0, 1], [3, 4]), [1, 4]).sort()).toEqual(["155", "242", "252", "255"]);
});

test("a mark on empty squares contradicts nothing", () => {
  expect(impossible(survey([0, 1]), [3, 4])).toEqual([]);
});

test("a pending loop has a group for each outcome, kept on collapse", () => {
  const pending = survey([3, 4], [0, 1], [0, 1]);
  const groups = groupsOf(pending, null);
  expect(groups.map(({ isGone }) => isGone)).toEqual([false, false]);
  const worlds = groups.flatMap((group) => ensemble(group).worlds);
  expect(worlds.map(String).sort()).toEqual(ensemble(pending).worlds.map(String).sort());
  const [, chosen] = pending.collapses;
  const after = groupsOf(kernel.survey(rules, chosen!.places), pending);
  expect(after.map(({ square, isGone }) => [square, isGone])).toEqual([
    [groups[0]?.square, true],
    [groups[1]?.square, false],
  ]);
});

test("without a loop there is one group", () => {
  expect(groupsOf(survey([0, 1]), survey())).toMatchObject([{ square: null, isGone: false }]);
});

test("each square's odds of X, O and empty add up to one", () => {
  const { odds, worlds, count } = ensemble(survey([0, 1], [1, 4], [4, 8], [6, 7]));
  const marks = [1, 2, 3, 4];
  for (const { square, X, O, nothing } of squareOdds(odds, marks)) {
    const sum = [X, O, nothing].reduce((all, { numerator: n, denominator: d }) => all + n / d, 0);
    expect(sum).toBeCloseTo(1);
    const isX = (world: readonly number[]): boolean =>
      [1, 3].some((mark) => world[mark - 1] === square);
    expect(X.numerator * count).toBe(worlds.filter(isX).length * X.denominator);
  }
});

test.each([
  [{ numerator: 2, denominator: 3 }, "2/3"],
  [{ numerator: 1, denominator: 1 }, "1"],
  [{ numerator: 0, denominator: 1 }, "0"],
])("%j is written %s", (fraction, text) => {
  expect(fractionText(fraction)).toBe(text);
});
