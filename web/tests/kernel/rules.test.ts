import { expect, test } from "vitest";

import { PRESETS, encodeRules, parseRules, kristRules } from "../../src/kernel/rules";

test("the presets equal those of the specification", () => {
  expect([...PRESETS.keys()]).toEqual([
    ...["goff", "complete", "closer", "no-pair-loops", "qubic3", "qubic4", "qubic5", "krist"],
    ...["classic3", "classic4"],
  ]);
});

test.each([
  ["goff", [3, 3, 3, 0, 0, 0, 0, 0, 0]],
  ["krist rows=5 cols=6", [5, 6, 0, 0, 0, 0, 0, 1, 4]],
  ["qubic4 last_square=empty", [4, 4, 4, 0, 0, 2, 1, 0, 3]],
])("%s", (words, code) => {
  expect([...encodeRules(parseRules(words))]).toEqual(code);
});

test.each([
  ["chess", 'there is no preset "chess"'],
  ["goff chooser=nobody", '"chooser=nobody" is not a switch of the rules'],
  ["goff rows=many", '"rows=many" is not a switch of the rules'],
  ["goff size=4", '"size=4" is not a switch of the rules'],
])("%s is rejected", (words, message) => {
  expect(() => parseRules(words)).toThrow(message);
});

test("only krist boards come in several sizes", () => {
  expect([kristRules("krist", 5), kristRules("krist", 4), kristRules("goff", 5)]).toEqual([
    ...["krist rows=5 cols=5", "krist", "goff"],
  ]);
});
