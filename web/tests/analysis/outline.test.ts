import { expect, test } from "vitest";

import { outline } from "../../src/analysis/tree";
import { parseRules } from "../../src/kernel/rules";
import { read } from "../../src/notation/read";
import { replay } from "../../src/notation/replay";
import { startedKernel } from "../kernel/ports";

const GOFF = parseRules("goff");
const kernel = await startedKernel();

async function rows(record: string): Promise<string[]> {
  const [game] = await replay(kernel, read(record), GOFF);
  if (!game) throw new RangeError("no game");
  return outline(GOFF, game.root).map(
    ({ depth, steps }) => "  ".repeat(depth) + steps.map(({ name }) => name).join(" "),
  );
}

test("a line without variations is one row", async () => {
  expect(await rows("1. 1-2 2. 1-2~ @1 3. 3-4 *")).toEqual(["1-2 1-2~ @1 3-4"]);
});

test("a variation is listed below the move that it replaces", async () => {
  expect(
    await rows("1. 1-2 (1. 1-9 2. 5-9) (1. 5-6) 2. 1-2~ @1 (@2 3. 3-4 (3. 4-5)) 3. 3-4 *"),
  ).toEqual(["1-2", "  1-9 5-9", "  5-6", "1-2~ @1", "  @2 3-4", "    4-5", "3-4"]);
});

test("an empty tree has no rows", async () => {
  expect(await rows("*")).toEqual([]);
});

test("each step has its path, mark and comment", async () => {
  const [game] = await replay(kernel, read("1. 1-2 2. 1-2~ {careless} @1 (@2) *"), GOFF);
  const steps = game ? outline(GOFF, game.root).flatMap((row) => row.steps) : [];
  expect(steps.map(({ path, mark, comment }) => [path, mark, comment])).toEqual([
    [[0], 1, ""],
    [[0, 0], 2, "careless"],
    [[0, 0, 0], null, ""],
    [[0, 0, 1], null, ""],
  ]);
});
