/** General claims of the lesson texts, checked with the solver. */

import { expect, test } from "vitest";

import { parseRules } from "../../src/kernel/rules";
import type { Move, Place } from "../../src/kernel/types";
import { moveName } from "../../src/notation/moves";
import { parseMove } from "../../src/notation/moves-reader";
import { startedKernel } from "../kernel/ports";

const kernel = await startedKernel();
const goff = parseRules("goff");

async function placesAfter(words: string): Promise<readonly Place[]> {
  const moves = words.match(/\S+/g)?.map((word) => parseMove(goff, word) as Move) ?? [];
  return (await kernel.replay(goff, moves)).at(-1)?.places ?? [];
}

/** The value of each move after these. */
async function values(words: string): Promise<ReadonlyMap<string, number>> {
  const places = await placesAfter(words);
  const { moves } = await kernel.solve({ rules: goff, places }, "values");
  return new Map(moves.map(({ move, value }) => [moveName(goff, move), value]));
}

test("the ordinary game is a tie with perfect play", async () => {
  const rules = parseRules("classic3");
  expect((await kernel.solve({ rules, places: [] }, "values")).value).toBe(0);
});

test("X can avoid losing, and only opposite corners gain more than a tie", async () => {
  const openings = await values("");
  const good = [...openings].filter(([, value]) => value > 0);
  expect(good).toEqual([
    ["19", 0.5],
    ["37", 0.5],
  ]);
  expect(Math.min(...openings.values())).toBe(0);
});

test("in one position every other move loses", async () => {
  const after = await values("79 69 68 39");
  expect(after.get("79")).toBe(1);
  expect([...after].filter(([move, value]) => move !== "79" && value > -1)).toEqual([]);
});

test("a chain on k squares has k worlds, a loop two", async () => {
  const count = async (words: string): Promise<number> => {
    const places = await placesAfter(words);
    return (await kernel.ensemble({ rules: goff, places }, 0, 0)).count;
  };
  expect(await Promise.all(["12", "12 23", "12 23 34", "12 23 34 14"].map(count))).toEqual([
    2, 3, 4, 2,
  ]);
});
