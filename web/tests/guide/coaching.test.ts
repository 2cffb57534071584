import { expect, test } from "vitest";

import { Coaching, conceptsIn } from "../../src/guide/coaching.svelte";
import { parseRules } from "../../src/kernel/rules";
import { movesOf } from "../analysis/games";
import { startedKernel } from "../kernel/ports";
import { memory, tabWith } from "../settings/memory";

const kernel = await startedKernel();

test.each([
  ["goff", "", false, ""],
  ["goff", "15", false, "superposition"],
  ["goff", "15 25", false, "entanglement superposition"],
  ["goff", "12 25 59 15", true, ""],
  ["goff", "12 25 59 15", false, "loop stem superposition"],
  ["goff", "12 25 15", false, "loop superposition"],
  ["goff", "12 25 15 @1", false, "classical"],
  ["goff", "14 34 45 49 59 @9", false, ""],
  ["classic3", "5", false, ""],
] as const)("%s %s is the occasion for: %s %s", async (words, text, isOurs, concepts) => {
  const rules = parseRules(words);
  const position = (await kernel.replay(rules, movesOf(words, text))).at(-1)!;
  expect(conceptsIn({ rules, position, isOurs }).join(" ")).toBe(concepts);
});

test("every concept is explained once, as long as it is on the board", () => {
  const coaching = new Coaching(tabWith());
  coaching.look(["superposition"]);
  expect(coaching.shown).toBe("superposition");
  coaching.look(["entanglement", "superposition"]);
  expect(coaching.shown).toBe("entanglement");
  coaching.look(["classical"]);
  coaching.look([]);
  expect(coaching.shown).toBeNull();
  coaching.look(["superposition"]);
  expect(coaching.shown).toBeNull();
});

test("hints end after three games", () => {
  const storage = memory();
  for (let game = 0; game < 3; game++) new Coaching(tabWith(storage)).finish();
  const fourth = new Coaching(tabWith(storage));
  fourth.look(["superposition"]);
  expect(fourth.shown).toBeNull();
});
