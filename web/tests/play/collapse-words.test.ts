import { expect, test } from "vitest";

import { parseRules } from "../../src/kernel/rules";
import type { Place } from "../../src/kernel/types";
import { parseMove } from "../../src/notation/moves-reader";
import { collapseName, collapseText, otherLandings } from "../../src/play/collapse-words";
import { wasmKernel } from "../kernel/ports";
import { el, en } from "../messages";

const kernel = await wasmKernel();
const rules = parseRules("goff");

function loop(text: string) {
  let places: Place[] = [];
  for (const word of text.split(" ")) {
    const move = parseMove(rules, word);
    if (move) places = kernel.play(rules, places, move);
  }
  return { places, collapses: kernel.survey(rules, places).collapses };
}

test("a collapse names where all its marks land, stems too", () => {
  const { places, collapses } = loop("12 25 59 15");
  expect(collapses.map((each) => collapseName(en, rules, places, each))).toEqual([
    "O4 lands on 1: then X1 on 2, O2 on 5, X3 on 9",
    "O4 lands on 5: then X1 on 1, O2 on 2, X3 on 9",
  ]);
  expect(collapses.map((each) => collapseText(el, rules, each))).toEqual(["O4 στο 1", "O4 στο 5"]);
});

test("marks that have landed before are not named again", () => {
  const { places, collapses } = loop("12 12 @1 34 34");
  const others = collapses.map((each) => otherLandings(en, rules, places, each));
  expect(others).toEqual(["X3 on 4", "X3 on 3"]);
});
